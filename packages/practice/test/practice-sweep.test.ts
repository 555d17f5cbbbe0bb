import { test } from "node:test";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ownIdentity, presenceOf } from "../src/practice/process-identity.ts";
import { abandonedIn, makerOf, sweep, temporaryName } from "../src/practice/temporary-directory.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const LINUX = process.platform === "linux";
const ended = spawnSync(process.execPath, ["-e", ""]).pid;

test("a temporary name is short and carries its maker", () => {
  const name = temporaryName(ownIdentity());

  assert.ok(name.length <= 32, name);
  assert.deepEqual(makerOf(name), ownIdentity());
});

test("this process is alive, one that has ended is gone", () => {
  assert.equal(presenceOf(ownIdentity()), process.platform === "win32" ? "unknown" : "alive");
  assert.equal(presenceOf({ ...ownIdentity(), pid: ended }), "gone");
});

test("a process id that is used again does not bring its earlier holder back", { skip: process.platform === "win32" }, () => {
  assert.equal(presenceOf({ ...ownIdentity(), start: "00000000" }), "gone");
});

test("whether a process of another machine is there cannot be told", () => {
  assert.equal(presenceOf({ ...ownIdentity(), machine: "0000", pid: ended }), "unknown");
});

test("a process that has ended but was not collected is gone", { skip: !LINUX }, async () => {
  // The shell's child ends; the program that the shell becomes never collects it.
  const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  const pid = Number(await new Promise((resolve) => parent.stdout.once("data", resolve)));
  while (!fs.readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ")) await pause(1);

  const presence = presenceOf({ ...ownIdentity(), pid });
  parent.kill("SIGKILL");

  assert.equal(presence, "gone");
});

test("only directories whose makers are gone are swept", () => {
  const folder = temporaryFolder();
  const own = ownIdentity();
  const gone = temporaryName({ ...own, pid: ended });
  const kept = [temporaryName(own), temporaryName({ ...own, machine: "0000", pid: ended }), ".pi", ".pi-notes", ".pi-abcd-1", "pi-07"];
  for (const name of [gone, ...kept]) fs.mkdirSync(path.join(folder, name, "inside"), { recursive: true });

  sweep(folder);

  assert.deepEqual(fs.readdirSync(folder).sort(), kept.sort());
});

test("a file with a temporary directory's name is nobody's to sweep", () => {
  const folder = temporaryFolder();
  const name = temporaryName({ ...ownIdentity(), pid: ended });
  fs.writeFileSync(path.join(folder, name), "");

  sweep(folder);

  assert.deepEqual(fs.readdirSync(folder), [name]);
});

test("what another machine has left is swept when it is old", () => {
  const folder = temporaryFolder();
  const foreign = temporaryName({ ...ownIdentity(), machine: "0000" });
  fs.mkdirSync(path.join(folder, foreign));
  const fresh = abandonedIn(folder);
  fs.utimesSync(path.join(folder, foreign), 0, 0);

  assert.deepEqual([fresh, abandonedIn(folder)], [[], [foreign]]);
});
