/** Proof 7: every faulty version is caught by exactly the tests that it declares. */

import type { ChapterBreak } from "../chapter-manifest.ts";
import { suiteOf, type ReadableChapter } from "./course-survey.ts";
import { idleTests, type KillMatrix } from "./kill-matrix.ts";
import type { Findings, Note, Problem } from "./problem.ts";

/** What became of one break. */
export type BreakTrial =
  | { readonly kind: "does-not-apply"; readonly reason: string }
  | { readonly kind: "does-not-type-check"; readonly reason: string }
  /** `reds` in the chapter's own suite; `earlierReds` in the suites before it. */
  | { readonly kind: "ran"; readonly reds: readonly string[]; readonly earlierReds: readonly string[] };

export function proveBreak(chapter: ReadableChapter, { id, reds: declared }: ChapterBreak, trial: BreakTrial): readonly Problem[] {
  const found = (code: Problem["code"], zh: string, en: string): Problem => ({
    code,
    chapter: chapter.stem,
    place: `chapters/${chapter.stem}/breaks/${id}.break`,
    detail: { zh, en },
  });
  switch (trial.kind) {
    case "does-not-apply":
      return [found("BREAK01", trial.reason, trial.reason)];
    case "does-not-type-check":
      return [found("BREAK02", trial.reason, trial.reason)];
    case "ran": {
      const earlier = trial.earlierReds.map((title) => found("BREAK05", `前面章节的测试变红了：${title}`, `An earlier chapter's test turns red: ${title}`));
      if (trial.reds.length === 0) return [found("BREAK03", "没有一个测试抓住它。", "No test catches it."), ...earlier];
      const undeclared = trial.reds.filter((title) => !declared.includes(title));
      const green = declared.filter((title) => !trial.reds.includes(title));
      return [
        ...undeclared.map((title) => found("BREAK04", `变红了，reds 里没有：${title}`, `Turns red, not in \`reds\`: ${title}`)),
        ...green.map((title) => found("BREAK04", `reds 里有，没有变红：${title}`, `In \`reds\`, stays green: ${title}`)),
        ...earlier,
      ];
    }
    default:
      return trial satisfies never;
  }
}

/** Tests that no break turns red are named, not refused: they may still be worth having. */
export function nameIdleTests(chapter: ReadableChapter, matrix: KillMatrix): Findings {
  const notes = idleTests(matrix).map((title): Note => ({
    kind: "idle-test",
    chapter: chapter.stem,
    place: suiteOf(chapter),
    detail: { zh: `没有一个错误版本能让它变红：${title}`, en: `No break turns it red: ${title}` },
  }));
  return { problems: [], notes };
}
