import path from "node:path";
import { runMain } from "../packages/practice/dist/src/course-error.js";
import { languageOf } from "../packages/practice/dist/src/locale.js";
import { practice } from "../packages/practice/dist/src/practice/practice-command.js";

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => interruption.abort(signal));

await runMain(() =>
  practice({
    root: path.dirname(import.meta.dirname),
    words: process.argv.slice(2),
    environment: process.env,
    language: languageOf(process.env),
    current: process.cwd(),
    say: (text) => process.stderr.write(text),
    print: (text) => process.stdout.write(text),
    interruption: interruption.signal,
  }),
);
