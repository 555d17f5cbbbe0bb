import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { run, runPractice } from "./support/command-run.ts";
import { runPracticeWithFault } from "./support/fault-run.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = miniCheckout();

for (const code of ["EXDEV", "EPERM", "EMLINK", "ENOSYS"]) {
  test(`where hard links fail with ${code}, files are copied`, () => {
    const target = path.join(temporaryFolder(), "target");

    const { exitCode, stderr } = runPracticeWithFault(root, `linkSync:${code}`, ["01", target]);

    const file = "node_modules/typescript/package.json";
    assert.equal(exitCode, 0, stderr);
    assert.notEqual(fs.statSync(path.join(target, file)).ino, fs.statSync(path.join(root, file)).ino);
  });
}

for (const [code, words] of [
  ["ENOSPC", /The disk is full/],
  ["EDQUOT", /The disk is full/],
  ["EACCES", /cannot be written \(EACCES\)/],
  ["EROFS", /cannot be written \(EROFS\)/],
  ["EIO", /The system refused .*: EIO/],
] as const) {
  for (const moment of [1, 700]) {
    for (const wasThere of [false, true]) {
      test(`${code} at change ${moment} ${wasThere ? "in an empty directory" : "at an absent target"}: clear words, no stack, nothing left`, () => {
        const folder = temporaryFolder();
        const target = path.join(folder, "target");
        if (wasThere) fs.mkdirSync(target);

        const { exitCode, stdout, stderr } = runPracticeWithFault(root, `${moment}:${code}`, ["03", target]);

        assert.equal(exitCode, 1, stderr);
        assert.equal(stdout, "");
        assert.match(stderr, words);
        assert.doesNotMatch(stderr, /\n +at /);
        assert.deepEqual(fs.readdirSync(folder), wasThere ? ["target"] : []);
        if (wasThere) assert.deepEqual(fs.readdirSync(target), []);
      });
    }
  }
}

test("a disk that is really full", (t) => {
  const folder = temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]).status !== 0) return t.skip("a small disk needs the right to mount one");
  t.after(() => spawnSync("umount", [folder]));

  const beside = runPractice(root, ["03", path.join(folder, "target")]);
  const left = fs.readdirSync(folder);
  const inside = runPractice(root, ["03", folder]);

  assert.deepEqual([beside.exitCode, inside.exitCode], [1, 1]);
  assert.match(beside.stderr, /The disk is full/);
  assert.match(inside.stderr, /The disk is full/);
  assert.deepEqual([left, fs.readdirSync(folder)], [[], []]);
});

test("a mount point of another file system is filled with copies", (t) => {
  const folder = temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=100m", "tmpfs", folder]).status !== 0) return t.skip("another file system needs the right to mount one");
  t.after(() => spawnSync("umount", [folder]));

  const { exitCode, stderr } = runPractice(root, ["01", folder]);

  assert.equal(exitCode, 0, stderr);
  assert.equal(run("npm", ["run", "build", "-w", "@mini/course"], { cwd: folder }).exitCode, 0);
});

test("a directory that cannot be written is refused as such", (t) => {
  const folder = temporaryFolder();
  const isReadOnly = spawnSync("mount", ["-t", "tmpfs", "-o", "ro,size=1m", "tmpfs", folder]).status === 0;
  if (isReadOnly) t.after(() => spawnSync("umount", [folder]));
  else fs.chmodSync(folder, 0o555);

  const existing = runPractice(root, ["03", folder]);
  const absent = runPractice(root, ["03", path.join(folder, "target")]);

  assert.deepEqual([existing.exitCode, absent.exitCode], [1, 1]);
  for (const { stderr } of [existing, absent]) assert.ok(stderr.includes(`${folder} cannot be written (`), stderr);
});

