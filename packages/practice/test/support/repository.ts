/** Where this repository is, seen from the compiled tests in `packages/practice/dist/test/support`. */

import path from "node:path";

export const repository = path.resolve(import.meta.dirname, "../../../../..");

export const miniCourse = path.join(repository, "packages/practice/test/fixtures/mini-course");
