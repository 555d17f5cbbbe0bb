/** The files of a new chapter: they build, and say at every place what is still to be written. */

import { UNFINISHED_MARK } from "../verify/unfinished.ts";
import type { NewChapterName } from "./chapter-name.ts";

/** Where the course is and what it is called; both stand in the commands of the text. */
export interface CourseNames {
  /** Relative to the workspace, POSIX separators: `packages/pi-course`. */
  readonly packagePath: string;
  readonly packageName: string;
}

/** The pattern of the one step that a new chapter starts with. */
const FIRST_PATTERN = "第一个规则";

/** Texts by their paths in the course package (POSIX separators). */
export function chapterFiles(chapter: NewChapterName, course: CourseNames): ReadonlyMap<string, string> {
  const room = `chapters/${chapter.stem}`;
  return new Map([
    [`src/${chapter.name}.ts`, sourceText(chapter, "参考实现尚未实现：在这里写出本章的答案")],
    [`test/${chapter.stem}.test.ts`, suiteText(chapter)],
    [`${room}/skeleton/${chapter.name}.ts`, sourceText(chapter, "第一步尚未实现：说出这一步要写什么")],
    [`${room}/chapter.json`, manifestText(chapter)],
    [`${room}/README.md`, readmeText(chapter, course)],
    [`${room}/hints.md`, hintsText(chapter)],
  ]);
}

function tagOf({ number }: NewChapterName): string {
  return `s${Number(number)}-1`;
}

function titleOf(chapter: NewChapterName): string {
  return `${FIRST_PATTERN} ${tagOf(chapter)}：${UNFINISHED_MARK}用一句话说出规则`;
}

function sourceText({ name, functionName }: NewChapterName, asked: string): string {
  return `/** ${UNFINISHED_MARK} One sentence: the idea of ${name}. */

/** ${UNFINISHED_MARK} What it gives; shapes, units, errors. */
export function ${functionName}(): string {
  throw new Error("${asked}");
}
`;
}

function suiteText(chapter: NewChapterName): string {
  return `import { test } from "node:test";
import assert from "node:assert/strict";
import { ${chapter.functionName} } from "../src/${chapter.name}.ts";

test("${titleOf(chapter)}", () => {
  const expected = "${UNFINISHED_MARK}";

  const made = ${chapter.functionName}();

  assert.equal(made, expected, "${UNFINISHED_MARK}规则是什么，再说去哪里看：看 ${chapter.functionName}");
});
`;
}

function manifestText(chapter: NewChapterName): string {
  const manifest = {
    number: chapter.number,
    title: { zh: `${UNFINISHED_MARK}本章的题目`, en: `${UNFINISHED_MARK} The chapter's title` },
    sources: [`${chapter.name}.ts`],
    steps: [
      {
        tag: tagOf(chapter),
        pattern: FIRST_PATTERN,
        title: { zh: `${UNFINISHED_MARK}这一步做什么`, en: `${UNFINISHED_MARK} What the step does` },
        place: `src/${chapter.name}.ts › ${chapter.functionName}`,
        tests: [titleOf(chapter)],
      },
    ],
    breaks: [],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function readmeText(chapter: NewChapterName, { packagePath, packageName }: CourseNames): string {
  const section = (heading: string, asked: string, commands: readonly string[] = []): string => {
    const block = commands.length === 0 ? "" : `\n\`\`\`\n${commands.join("\n")}\n\`\`\`\n`;
    return `## ${heading}\n\n${UNFINISHED_MARK}${asked}\n${block}`;
  };
  const build = `npm run build -w ${packageName}`;
  const select = `node --test --test-name-pattern="${FIRST_PATTERN}" ${packagePath}/dist/test/${chapter.number}-*.test.js`;
  return [
    `# ${UNFINISHED_MARK}本章的题目\n`,
    section("你将得到什么", `前面已经有什么，还缺什么，本章补上什么。只修改 \`${packagePath}/src/${chapter.name}.ts\`。`),
    section("先建立全景", "一张图或一张表，画出本章的全部情况。"),
    section("契约", "一张表，一行一条规则。"),
    section("第一步", "为什么需要它，写什么，写完看到什么。", [build, select, `npm run check -- ${tagOf(chapter)}`]),
    section("故意把它弄坏", "改哪里，哪个测试会变红，为什么。"),
    section("本章验收", "怎样算完成。", ["npm run check"]),
    section("小结", "三句话：学到了什么，下一章接着做什么。"),
  ].join("\n");
}

function hintsText(chapter: NewChapterName): string {
  const grades = ["问自己的问题。", "去哪里看。", "差不多就是那一行。"];
  const sections = grades.map((asked, index) => `### ${index + 1}\n\n${UNFINISHED_MARK}${asked}\n`);
  return [`## ${tagOf(chapter)} ${FIRST_PATTERN}\n`, ...sections].join("\n");
}
