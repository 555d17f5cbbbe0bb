/** `reset`: back to what was given, losing nothing. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { learnerDirectory, miniCheckout, relay } from "./support/learner-directory.ts";

const checkout = miniCheckout();

function savedIn(root: string): readonly string[] {
  const folder = path.join(root, ".practice/saved");
  return fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
}

test("the chapter's sources are the skeleton again, and the learner's are kept", () => {
  const directory = learnerDirectory("reset", checkout);
  const mine = directory.read(relay);

  const { exitCode, stdout, stderr } = directory.command(["reset"]);

  const [time] = savedIn(directory.root);
  assert.deepEqual([exitCode, stdout], [0, `${relay}\n`]);
  assert.match(directory.read(relay), /尚未实现/);
  assert.equal(directory.read(`.practice/saved/${time}/${relay}`), mine);
  assert.match(stderr, new RegExp(`npm run reset -- --restore ${time}\n$`));
});

test("--restore brings the saved files back, and keeps what they replace", () => {
  const directory = learnerDirectory("restored", checkout);
  const mine = directory.read(relay);
  directory.command(["reset"]);
  const [time = ""] = savedIn(directory.root);
  directory.write(relay, "// second thoughts\n");

  const { exitCode } = directory.command(["reset", "--restore", time]);

  const [, second] = savedIn(directory.root);
  assert.deepEqual([exitCode, directory.read(relay)], [0, mine]);
  assert.equal(directory.read(`.practice/saved/${second}/${relay}`), "// second thoughts\n");
  assert.equal(directory.read(`.practice/saved/${time}/${relay}`), mine);
});

test("what is the skeleton already stays, and nothing is saved", () => {
  const directory = learnerDirectory("untouched", checkout, "skeleton");

  const { exitCode, stdout } = directory.command(["reset"]);

  assert.deepEqual([exitCode, stdout, savedIn(directory.root)], [0, "", []]);
});

test("saved folders never overwrite each other, however fast they follow", () => {
  const directory = learnerDirectory("fast", checkout);

  for (const text of ["// 1\n", "// 2\n", "// 3\n"]) {
    directory.write(relay, text);
    directory.command(["reset"]);
  }

  const texts = savedIn(directory.root).map((time) => directory.read(`.practice/saved/${time}/${relay}`));
  assert.deepEqual(texts.sort(), ["// 1\n", "// 2\n", "// 3\n"]);
});

test("one file is named by its path from anywhere, or by its name", () => {
  const directory = learnerDirectory("named", checkout);
  const src = path.join(directory.root, "packages/mini-course/src");
  const names: readonly [name: string, cwd: string][] = [
    [relay, directory.root],
    ["src/relay.ts", directory.root],
    ["relay.ts", src],
    ["relay", directory.root],
    [path.join(directory.root, relay), "/"],
  ];

  for (const [name, cwd] of names) {
    directory.write(relay, `// ${name}\n`);
    const { exitCode } = directory.command(["reset", name], { cwd, env: { INIT_CWD: cwd } });
    assert.deepEqual([exitCode, /尚未实现/.test(directory.read(relay))], [0, true], name);
  }
});

test("a file that was not given, a time without a folder and odd words are wrong usage", () => {
  const directory = learnerDirectory("wrong", checkout);
  const mine = directory.read(relay);

  const runs = [["nothing.ts"], ["../../etc/passwd"], ["--restore", "yesterday"], ["--restore", ".."], ["--hard"], ["a", "b"]].map((words) => directory.command(["reset", ...words]));

  assert.deepEqual(runs.map(({ exitCode }) => exitCode), runs.map(() => 2));
  assert.deepEqual([directory.read(relay), savedIn(directory.root)], [mine, []]);
});
