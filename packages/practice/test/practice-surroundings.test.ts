import { test } from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { takesIn } from "../src/practice/workspace-patterns.ts";
import { runPractice } from "./support/command-run.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = miniCheckout();

for (const place of ["practice-07", "packages/practice-07", "deep/er/practice-07"]) {
  test(`a target inside the repository is refused, with a place beside it: ${place}`, () => {
    const { exitCode, stderr } = runPractice(root, ["03", place], { cwd: root });

    assert.equal(exitCode, 1);
    assert.match(stderr, /inside the course's repository/);
    assert.ok(stderr.includes(path.join(path.dirname(root), "practice-07")), stderr);
    assert.equal(fs.existsSync(path.join(root, place)), false);
  });
}

test("the repository is recognised through a symlink, and when it is the target itself", () => {
  const alias = path.join(temporaryFolder(), "alias");
  fs.symlinkSync(root, alias);

  for (const target of [path.join(alias, "packages/new"), alias, root]) {
    const { exitCode, stderr } = runPractice(root, ["03", target]);

    assert.equal(exitCode, 1);
    assert.match(stderr, /inside the course's repository/);
  }
});

test("the place beside the repository is one that is free", () => {
  fs.mkdirSync(`${path.dirname(root)}/taken`);

  const { stderr } = runPractice(root, ["03", "taken"], { cwd: root });

  assert.ok(stderr.includes(path.join(path.dirname(root), "taken-2")), stderr);
});

test("a sibling whose name begins with the repository's is not inside it", () => {
  const { exitCode } = runPractice(root, ["03", `${root}-practice`]);

  assert.equal(exitCode, 0);
});

for (const [workspaces, refused] of [
  [["packages/*"], true],
  [{ packages: ["packages/*"] }, true],
  [["./packages/**"], true],
  [["packages/*", "!packages/target"], false],
  [["apps/*"], false],
] as const) {
  test(`an outer workspace ${JSON.stringify(workspaces)} ${refused ? "takes the target in: refused" : "leaves the target alone"}`, () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ workspaces }));
    const target = path.join(folder, "packages/target");

    const { exitCode, stderr } = runPractice(root, ["03", target]);

    assert.equal(exitCode, refused ? 1 : 0, stderr);
    if (refused) assert.match(stderr, /would not see the directory's own workspace/);
    assert.equal(fs.existsSync(target), !refused);
  });
}

for (const workspaces of ["packages/*", { nohoist: [] }]) {
  test(`below a package.json with the workspaces ${JSON.stringify(workspaces)} npm does not work: refused`, () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ workspaces }));

    const { exitCode, stderr } = runPractice(root, ["03", path.join(folder, "elsewhere")]);

    assert.equal(exitCode, 1);
    assert.match(stderr, /package\.json are no list/);
  });
}

test("a byte order mark hides no workspace", () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, "package.json"), `\uFEFF${JSON.stringify({ workspaces: ["packages/*"] })}`);

  const { exitCode, stderr } = runPractice(root, ["03", path.join(folder, "packages/target")]);

  assert.equal(exitCode, 1);
  assert.match(stderr, /would not see the directory's own workspace/);
});

test("somebody else's repository is a fine place, also with a package.json that is no JSON", () => {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, ".git"));
  fs.writeFileSync(path.join(folder, "package.json"), "{");

  const { exitCode } = runPractice(root, ["03", path.join(folder, "target")]);

  assert.equal(exitCode, 0);
});

for (const [patterns, folder, taken] of [
  [["*"], "a", true],
  [["*"], "a/b", false],
  [["*"], ".a", false],
  [["**"], "a/b/c", true],
  [["a/**/c"], "a/c", true],
  [["a/**/c"], "a/x/y/c", true],
  [["a/**/c"], "a/x/.y/c", false],
  [["/a/*/"], "a/b", true],
  [["{a,b}/*"], "b/c", true],
  [["a/pi-[0-9][0-9]"], "a/pi-07", true],
  [["a/[!x]y"], "a/xy", false],
  [["a/?"], "a/b", true],
  [["a.b"], "axb", false],
  [["a/*", "!a/b", "a/b"], "a/b", true],
  [["!a/b", "a/*"], "a/b", true],
  [["**"], "node_modules/a", false],
  [["a/[z-a]"], "a/b", false],
  [["课程/*"], "课程/练习", true],
  [["a/../pi"], "pi", true],
  [["./a/./b//"], "a/b", true],
  [["+(pi|po)"], "pi", true],
  [["a/@(b|+(c|d))/pi-*"], "a/d/pi-07", true],
  [["+(pi|po)/x"], "pi", false],
  [["pi-{1..3}"], "pi-2", true],
  [["pi-[[:digit:]]"], "pi-7", true],
  [["*", "!@(po)"], "pi", true],
] as const) {
  test(`the patterns ${JSON.stringify(patterns)} ${taken ? "take in" : "leave out"} ${folder}, as npm's do`, () => {
    assert.equal(takesIn(patterns, folder) !== undefined, taken);
  });
}
