/** Proof 5: the reference passes every test, every time, on every Node release; so do other correct styles. */

import { suiteOf, type ReadableChapter } from "./course-survey.ts";
import type { Problem } from "./problem.ts";
import { whyNotGreen, type SuiteRun } from "./suite-run.ts";

/** All runs of one chapter's suite against one implementation on one Node release. */
export interface RepeatedRun {
  /** `v24.22.3`. */
  readonly release: string;
  readonly runs: readonly SuiteRun[];
}

export function proveReference(chapter: ReadableChapter, repeated: readonly RepeatedRun[]): readonly Problem[] {
  return repeated.flatMap(({ release, runs }) => {
    const red = [...new Set(runs.flatMap(failuresOf))];
    const steady = runs.every(isSound) || runs.every((run) => !isSound(run));
    const code = steady ? "REF01" : "REF03";
    return red.map((failure): Problem => ({
      code,
      chapter: chapter.stem,
      place: suiteOf(chapter),
      detail: steady
        ? { zh: `在 Node ${release} 上：${failure}`, en: `On Node ${release}: ${failure}` }
        : { zh: `在 Node ${release} 上 ${runs.length} 次里有时失败：${failure}`, en: `On Node ${release} it fails in some of ${runs.length} runs: ${failure}` },
    }));
  });
}

/** @param file the alternative's path in the room: `alternatives/state-machine.ts` */
export function proveAlternative(chapter: ReadableChapter, file: string, run: SuiteRun): readonly Problem[] {
  return failuresOf(run).map((failure) => ({
    code: "REF04",
    chapter: chapter.stem,
    place: `chapters/${chapter.stem}/${file}`,
    detail: { zh: failure, en: failure },
  }));
}

function isSound(run: SuiteRun): boolean {
  return failuresOf(run).length === 0;
}

function failuresOf(run: SuiteRun): readonly string[] {
  const fault = run.fault === "" ? [] : [run.fault];
  return [...fault, ...run.strayErrors, ...run.tests.filter(({ state }) => state === "failed" || state === "not-run").map((test) => `${test.title}\n${whyNotGreen(test)}`)];
}
