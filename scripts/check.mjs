/** `npm run check -- <practice dir>`: parse, call, print. */

import path from "node:path";
import { checkOutside } from "../packages/practice/dist/src/check-outside/outside-command.js";
import { runMain } from "../packages/practice/dist/src/course-error.js";
import { languageOf } from "../packages/practice/dist/src/locale.js";

await runMain(() =>
  checkOutside({
    root: path.dirname(import.meta.dirname),
    words: process.argv.slice(2),
    environment: process.env,
    language: languageOf(process.env),
    current: process.cwd(),
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
    print: (text) => process.stdout.write(text),
    say: (text) => process.stderr.write(text),
  }),
);
