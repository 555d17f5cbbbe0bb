/** A signal in the middle of a check: nothing goes on, nothing stays. */

import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { terminalEnvironment } from "./support/command-run.ts";
import { learnerDirectory, miniCheckout, relay, type LearnerDirectory } from "./support/learner-directory.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const checkout = miniCheckout();

/** A solution that writes its process id to a file, then hangs in a loop. */
function hangingDirectory(name: string): { readonly directory: LearnerDirectory; readonly suitePid: () => Promise<number> } {
  const directory = learnerDirectory(name, checkout);
  const note = path.join(temporaryFolder(), "pid");
  directory.write(relay, `import { renameSync, writeFileSync } from "node:fs";
${directory.read(relay)}
writeFileSync(${JSON.stringify(`${note}.new`)}, String(process.pid));
renameSync(${JSON.stringify(`${note}.new`)}, ${JSON.stringify(note)});
while (Date.now() > 0) {}
`);
  const suitePid = async () => {
    while (!fs.existsSync(note)) await new Promise((resolve) => setTimeout(resolve, 20));
    return Number(fs.readFileSync(note, "utf8"));
  };
  return { directory, suitePid };
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, "exit") as Promise<[number | null, string | null]>;
  child.kill(signal);
  return (await exit)[0];
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The system takes a moment to bury what was killed. */
async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200 && isRunning(pid); attempt += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  return !isRunning(pid);
}

for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  test(`${signal} ends the suite's process too, and exits ${code}`, { skip: process.platform === "win32" }, async () => {
    const { directory, suitePid } = hangingDirectory(signal);
    const child = spawn(process.execPath, [path.join(directory.root, ".practice/engine/learner.js"), "check"], { cwd: directory.root, env: terminalEnvironment(), stdio: "ignore" });
    const pid = await suitePid();

    const exitCode = await endOf(child, signal);

    assert.equal(exitCode, code);
    assert.equal(await isGone(pid), true);
  });
}

test("a signal to the root command also removes its temporary directory", { skip: process.platform === "win32" }, async () => {
  const { directory, suitePid } = hangingDirectory("outside");
  const temporary = temporaryFolder();
  const words = [path.join(checkout, "scripts/launcher.cjs"), "check", directory.root];
  const child = spawn(process.execPath, words, { cwd: checkout, env: terminalEnvironment({ TMPDIR: temporary }), stdio: "ignore" });
  const pid = await suitePid();
  assert.equal(fs.readdirSync(temporary).length, 1);

  const exitCode = await endOf(child, "SIGINT");

  assert.deepEqual([exitCode, await isGone(pid), fs.readdirSync(temporary)], [130, true, []]);
});
