import { test } from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { run, runPractice, startPractice } from "./support/command-run.ts";
import { countChanges, runPracticeWithFault } from "./support/fault-run.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = miniCheckout();
const COMPLETE = [".gitignore", ".practice", "README.md", "node_modules", "package-lock.json", "package.json", "packages", "tsconfig.base.json"];
const POSIX = process.platform !== "win32";

/** Kills at random moments; `PI_COURSE_KILLS=50` for the long run. */
const KILLS = Number(process.env["PI_COURSE_KILLS"] ?? 8);

const sites: readonly [what: string, prepare: (target: string) => void, wasThere: boolean][] = [
  ["an absent target", () => {}, false],
  ["an absent target with absent parents", () => {}, false],
  ["an empty directory", (target) => fs.mkdirSync(target, { recursive: true }), true],
];

for (const [what, prepare, wasThere] of sites) {
  const below = what.includes("parents") ? "a/b/target" : "target";
  const target = path.join(temporaryFolder(), below);
  prepare(target);
  const changes = countChanges(root, ["03", target]);

  // Some on the way; and of the last changes, where entries are moved, every one.
  const last = Array.from({ length: wasThere ? 12 : 2 }, (_, back) => changes - back);
  const moments = [1, 40, Math.round(changes / 2), ...last];
  for (const moment of moments) {
    test(`killed before change ${moment - changes} from the end of making ${what}: nothing half made, and the next run sweeps up`, () => {
      const folder = temporaryFolder();
      const place = path.join(folder, below);
      prepare(place);

      const killed = runPracticeWithFault(root, `${moment}:kill`, ["03", place]);
      const isThere = fs.existsSync(place);
      const isPractice = fs.existsSync(path.join(place, ".practice/practice.json"));
      const next = runPractice(root, ["03", place]);

      assert.equal(killed.signal, "SIGKILL");
      assert.equal(isThere, wasThere, "the target is there exactly if it was there before");
      assert.equal(isPractice, false, "a record would call the directory complete");
      assert.equal(next.exitCode, 0, next.stderr);
      assert.deepEqual(fs.readdirSync(place).sort(), COMPLETE);
      assert.deepEqual(fs.readdirSync(folder), [below.split("/")[0]]);
    });
  }

  for (const [signal, exitCode] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
    test(`${signal} while making ${what}: exit ${exitCode}, nothing left`, { skip: !POSIX }, () => {
      const folder = temporaryFolder();
      const place = path.join(folder, below);
      prepare(place);

      const stopped = runPracticeWithFault(root, `${Math.round(changes / 2)}:${signal}`, ["03", place]);

      assert.equal(stopped.exitCode, exitCode);
      assert.match(stopped.stderr, /Interrupted; nothing was left behind/);
      assert.deepEqual(wasThere ? fs.readdirSync(place) : fs.readdirSync(folder), []);
    });
  }
}

test(`killed from outside at ${KILLS} moments: no half-made target, and no leftovers after the next run`, { skip: !POSIX }, async () => {
  const folder = temporaryFolder();
  let halfMade = 0;
  let leftBehind = 0;

  for (let kill = 0; kill < KILLS; kill += 1) {
    const target = path.join(folder, `target-${kill}`);
    if (kill % 2 === 1) fs.mkdirSync(target);
    const child = startPractice(root, ["03", target]);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // Spread over the time that a run takes; where a kill lands is left to chance.
    await pause(40 + (kill * 260) / KILLS);
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    await ended;
    const entries = fs.existsSync(target) ? fs.readdirSync(target).filter((name) => !name.startsWith(".pi-")) : [];
    const isPractice = entries.includes(".practice");
    if (isPractice && COMPLETE.some((name) => !entries.includes(name))) halfMade += 1;
    if (kill % 2 === 0 && entries.length > 0 && !isPractice) halfMade += 1;
    const next = runPractice(root, ["03", target]);
    assert.equal(next.exitCode, isPractice ? 1 : 0, next.stderr);
    leftBehind += [...fs.readdirSync(folder), ...fs.readdirSync(target)].filter((name) => name.startsWith(".pi-")).length;
    fs.rmSync(target, { recursive: true });
  }

  assert.deepEqual({ halfMade, leftBehind, entries: fs.readdirSync(folder) }, { halfMade: 0, leftBehind: 0, entries: [] });
});

test("a run that is only stopped keeps its temporary directory, and goes on", { skip: !POSIX }, async () => {
  const folder = temporaryFolder();
  const waiting = startPractice(root, ["03", path.join(folder, "slow")]);
  while (!fs.readdirSync(folder).some((name) => name.startsWith(".pi-"))) await pause(1);
  waiting.kill("SIGSTOP");
  const ended = new Promise((resolve) => waiting.once("exit", resolve));

  const other = runPractice(root, ["03", path.join(folder, "quick")]);
  waiting.kill("SIGCONT");
  await ended;

  assert.equal(other.exitCode, 0);
  assert.equal(waiting.exitCode, 0);
  assert.deepEqual(fs.readdirSync(folder), ["quick", "slow"]);
});

test("a user's file in a half-filled directory is kept, and the directory refused", { skip: !POSIX }, () => {
  const target = temporaryFolder();
  const changes = countChanges(root, ["03", path.join(temporaryFolder(), "count")]);
  runPracticeWithFault(root, `${changes + 5}:kill`, ["03", target]);
  const halfFilled = fs.readdirSync(target);
  fs.writeFileSync(path.join(target, "README.md"), "my own notes\n");

  const { exitCode, stderr } = runPractice(root, ["03", target]);

  assert.ok(halfFilled.length > 1, "some entries had been moved");
  assert.equal(exitCode, 1);
  assert.match(stderr, /has other files/);
  assert.equal(fs.readFileSync(path.join(target, "README.md"), "utf8"), "my own notes\n");
});

test("two runs for one target at once: one makes it, the other says why not", async () => {
  const folder = temporaryFolder();
  const target = path.join(folder, "target");

  const runs = [startPractice(root, ["03", target]), startPractice(root, ["03", target])];
  const codes = await Promise.all(runs.map((child) => new Promise((resolve) => child.once("exit", resolve))));

  assert.deepEqual(codes.sort(), [0, 1]);
  assert.deepEqual(fs.readdirSync(folder), ["target"]);
  assert.equal(run("npm", ["run", "build", "-w", "@mini/course"], { cwd: target }).exitCode, 0);
});
