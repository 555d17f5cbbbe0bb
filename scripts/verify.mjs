#!/usr/bin/env node
/** `npm run verify`: parse, call, print. */

import { fileURLToPath } from "node:url";
import { runMain } from "../packages/practice/dist/src/course-error.js";
import { verifyCommand } from "../packages/practice/dist/src/verify/verify-command.js";

await runMain(() =>
  verifyCommand({
    words: process.argv.slice(2),
    root: fileURLToPath(new URL("..", import.meta.url)),
    environment: process.env,
    print: (result) => process.stdout.write(`${result}\n`),
    progress: process.stderr.isTTY ? (line) => process.stderr.write(`\r\x1b[2K${line}`) : undefined,
  }),
);
