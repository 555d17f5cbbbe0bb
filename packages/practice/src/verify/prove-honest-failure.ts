/** Proof 4: on the skeleton every test fails, and for the right reason; the earlier suites are green. */

import { suiteOf, type ReadableChapter } from "./course-survey.ts";
import type { Problem } from "./problem.ts";
import { whyNotGreen, type SuiteRun, type TestFailure, type TestRun } from "./suite-run.ts";

/** The words that every skeleton body says, and nothing else does. */
export const NOT_IMPLEMENTED = "尚未实现";

export function proveHonestFailure(chapter: ReadableChapter, own: SuiteRun, earlier: ReadonlyMap<string, SuiteRun>): readonly Problem[] {
  const place = suiteOf(chapter);
  const found = (code: Problem["code"], where: string, zh: string, en: string): Problem => ({ code, chapter: chapter.stem, place: where, detail: { zh, en } });
  const unsound = own.fault === "" ? [] : [found("RED04", place, `这次运行没有正常结束：${own.fault}`, `The run did not come to its natural end: ${own.fault}`)];
  return [...unsound, ...own.tests.flatMap((test) => judge(test)), ...earlierRed()];

  function judge(test: TestRun): readonly Problem[] {
    switch (test.state) {
      case "passed":
        return [found("RED01", place, `骨架还没实现，它却通过了：${test.title}`, `Passes on the skeleton: ${test.title}`)];
      // The sixth proof names it.
      case "absent":
        return [];
      case "not-run":
        return [found("RED04", place, `没有跑完（${test.reason}）：${test.title}`, `Did not run to its end (${test.reason}): ${test.title}`)];
      case "failed": {
        if (isHonest(test.failure)) return [];
        const why = whyNotGreen(test);
        return [found("RED02", place, `${test.title}\n因为别的错误而失败：${why}`, `${test.title}\nfails for another reason: ${why}`)];
      }
      default:
        return test satisfies never;
    }
  }

  function earlierRed(): readonly Problem[] {
    return [...earlier].flatMap(([suite, run]) => {
      const faulty = [run.fault, ...run.strayErrors].filter((fault) => fault !== "").map((fault) => found("RED03", suite, fault, fault));
      const red = run.tests.filter(({ state }) => state !== "passed").map((test) => `${test.title}\n${whyNotGreen(test)}`);
      return [...faulty, ...red.map((detail) => found("RED03", suite, detail, detail))];
    });
  }
}

/** An assertion, or the skeleton's own words: also where an assertion only reports them. */
function isHonest({ code, message }: TestFailure): boolean {
  return code === "ERR_ASSERTION" || message.includes(NOT_IMPLEMENTED);
}
