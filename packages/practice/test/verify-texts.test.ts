import { test } from "node:test";
import assert from "node:assert/strict";
import path from "node:path";
import { fencedBlocks, quotedCommands, sourceQuotations } from "../src/verify/chapter-text.ts";
import { isYielded, shellWords } from "../src/verify/chapter-commands.ts";
import { isReadable, surveyCourse } from "../src/verify/course-survey.ts";
import { proveSteps } from "../src/verify/prove-steps.ts";
import { miniCourse } from "./support/repository.ts";

const survey = surveyCourse(miniCourse, "packages/mini-course");
const relay = survey.chapters.filter(isReadable).find(({ number }) => number === "03");
const learnerCommands = ["build", "check", "watch", "hint", "trace", "diff", "reset"];

function yielded(command: string): boolean {
  assert.ok(relay, path.join(miniCourse, "has a chapter 03"));
  return isYielded(command, survey, relay, learnerCommands);
}

test("a fence closes with its own mark, and the lines count from 1", () => {
  const blocks = fencedBlocks("text\n````md\n```ts\nx\n```\n````\n~~~sh\nnpm ci\n~~~");

  assert.deepEqual(blocks.map(({ info, line }) => [info, line]), [["md", 3], ["sh", 8]]);
});

test("commands are found in plain and shell blocks, continued lines are one, output is none", () => {
  const markdown = '```\n$ node --test --test-name-pattern="失败回执" \\\n  packages/mini-course/dist/test/03-*.test.js\nok 1\n```\n```ts\nnpm run lie\n```\n';

  const commands = quotedCommands(markdown);

  assert.deepEqual(commands, [{ line: 2, text: 'node --test --test-name-pattern="失败回执" packages/mini-course/dist/test/03-*.test.js' }]);
});

test("a block that names a file quotes it, line by line", () => {
  const [quotation] = sourceQuotations("```ts src/relay.ts\nexport type Send\n```\n```ts\nfree\n```");

  assert.deepEqual(quotation, { file: "src/relay.ts", lines: [{ text: "export type Send", line: 2 }] });
});

test("quotes are removed from words, spaces inside them stay", () => {
  assert.deepEqual(shellWords(`node --x="纯文本 stop" 'a b' c`), ["node", "--x=纯文本 stop", "a b", "c"]);
});

test("the commands of the chapter are yielded", () => {
  const commands = [
    "npm run build -w @mini/course",
    'node --test --test-name-pattern="依次发送" packages/mini-course/dist/test/03-*.test.js',
    "node --test --test-name-pattern=s3-2 packages/mini-course/dist/test/03-relay.test.js",
    "node --test packages/mini-course/dist/test/01-*.test.js",
    "npm run check",
    "npm run check -- s3-1",
    "npm run check -- 2",
    'npm run check -- "失败回执"',
    "npm run check -- --all",
    "npm run hint -- s3-1",
    "npm run trace -- --html",
    "npm run reset -- src/relay.ts",
    "npm run practice -w @mini/course -- 03 <新目录>",
    "npm run practice -- 3 ../relay --break sent-at-once",
    "npm ci",
    "cd ../relay",
  ];

  assert.deepEqual(commands.filter((command) => !yielded(command)), []);
});

test("every other command is not", () => {
  const commands = [
    "npm run build -w @pi/course",
    'node --test --test-name-pattern="统计词频" packages/mini-course/dist/test/03-*.test.js',
    "node --test packages/mini-course/dist/test/04-*.test.js",
    "node packages/mini-course/dist/test/03-relay.test.js",
    "npm run check -- s3-9",
    "npm run check s3-1",
    "npm run explore",
    "npm run practice -- 03 ../relay --break unknown",
    "npm run practice 03 ../relay",
    "npm install left-pad",
    "git stash",
    "npx tsx src/relay.ts",
  ];

  assert.deepEqual(commands.filter(yielded), []);
});

test("the texts of a chapter are judged with the place of what is wrong", () => {
  assert.ok(relay);
  const room = new Map(relay.room).set("README.md", "```ts src/relay.ts\nexport type Send = (line: string) => Promise<void>;\n// …\nno such line\n```\n");
  const step = { ...relay.manifest.steps[0], pattern: "失败", tag: "s3-7" } as (typeof relay.manifest.steps)[number];
  const wrong = { ...relay, room, manifest: { ...relay.manifest, steps: [step, ...relay.manifest.steps.slice(1)] } };

  const problems = proveSteps(survey, wrong, learnerCommands);

  assert.deepEqual(
    problems.map(({ code, place }) => `${code} ${place}`).filter((one, index, all) => all.indexOf(one) === index),
    [
      "STEP03 chapters/03-relay/chapter.json",
      "STEP01 chapters/03-relay/chapter.json",
      "STEP06 chapters/03-relay/hints.md",
      "STEP05 chapters/03-relay/README.md:4",
    ],
  );
});
