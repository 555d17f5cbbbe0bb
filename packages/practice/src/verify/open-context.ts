/** Gets ready what the trials of all chapters share, and puts it away again. */

import { availableParallelism } from "node:os";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Language } from "../locale.ts";
import { buildApart } from "./apart-build.ts";
import { CourseCompiler } from "./course-compiler.ts";
import type { CourseSurvey } from "./course-survey.ts";
import { CourseSyntax } from "./course-syntax.ts";
import { Slots } from "./slots.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";
import { courseOf, type NodeRelease, type VerifyContext } from "./verify-context.ts";

export interface ContextInput {
  readonly root: string;
  readonly survey: CourseSurvey;
  readonly releases: readonly [NodeRelease, ...NodeRelease[]];
  readonly language: Language;
  readonly onProgress: () => void;
}

/** Calls `work` with a context; its temporary folder and its compiler are gone afterwards. */
export async function withContext<T>(input: ContextInput, work: (context: VerifyContext) => Promise<T>): Promise<T> {
  const { root, survey } = input;
  return inTemporaryFolder(async (folder, signal) => {
    const compiler = new CourseCompiler(survey.folder);
    try {
      const reference = await buildApart(root, survey.folder, path.join(folder, "reference"), signal);
      const { version } = JSON.parse(readFileSync(path.join(survey.folder, "package.json"), "utf8")) as { readonly version: string };
      return await work({
        ...input,
        course: courseOf(root, survey, version),
        compiler,
        syntax: new CourseSyntax(survey, compiler),
        reference,
        slots: new Slots(availableParallelism(), signal),
        folder,
        signal,
      });
    } finally {
      compiler.close();
    }
  });
}
