#!/usr/bin/env node
/** `npm run chapter:new`: parse, call, print. */

import { fileURLToPath } from "node:url";
import { runMain } from "../packages/practice/dist/src/course-error.js";
import { newChapterCommand } from "../packages/practice/dist/src/new-chapter/new-chapter-command.js";

await runMain(async () =>
  newChapterCommand({
    words: process.argv.slice(2),
    root: fileURLToPath(new URL("..", import.meta.url)),
    environment: process.env,
    print: (result) => process.stdout.write(`${result}\n`),
    say: (prose) => process.stderr.write(`${prose}\n`),
  }),
);
