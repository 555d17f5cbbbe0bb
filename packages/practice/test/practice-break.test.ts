import { test } from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { hashOf, parsePracticeRecord } from "../src/practice-record.ts";
import { run, runPractice } from "./support/command-run.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = miniCheckout();
const relay = "packages/mini-course/src/relay.ts";

test("a bug hunt starts from the reference with one fault, and exactly its tests are red", () => {
  const directory = path.join(temporaryFolder(), "hunt");

  const { exitCode, stderr } = runPractice(root, ["03", directory, "--break", "sent-at-once"]);
  run("npm", ["run", "build", "-w", "@mini/course"], { cwd: directory });
  const suite = run("node", ["--test", "--test-reporter=tap", "packages/mini-course/dist/test/03-relay.test.js"], { cwd: directory });

  assert.equal(exitCode, 0, stderr);
  assert.match(stderr, /Bug hunt: All lines go out at once/);
  assert.deepEqual(redTitles(suite.stdout), ["依次发送 s3-1：前一行有了结果才发下一行"]);
});

test("the skeleton stays what reset leads back to", () => {
  const directory = path.join(temporaryFolder(), "hunt");

  runPractice(root, ["03", directory, "--break", "sent-at-once"]);

  const record = parsePracticeRecord(fs.readFileSync(path.join(directory, ".practice/practice.json"), "utf8"));
  const skeleton = fs.readFileSync(path.join(root, "packages/mini-course/chapters/03-relay/skeleton/relay.ts"), "utf8");
  assert.equal(record.skeletons.get(relay), hashOf(skeleton));
  assert.equal(record.files.get(relay), hashOf(fs.readFileSync(path.join(directory, relay))));
  assert.equal(fs.readFileSync(path.join(directory, ".practice/given", relay), "utf8"), skeleton);
});

test("--break without an id lists the hunts by title, not by line, and makes nothing", () => {
  const folder = temporaryFolder();

  const { exitCode, stdout } = runPractice(root, ["03", "hunt", "--break"], { cwd: folder });

  assert.equal(exitCode, 0);
  assert.equal(stdout, "Bug hunts of chapter 03 (Relay):\n  sent-at-once  All lines go out at once\n");
  assert.deepEqual(fs.readdirSync(folder), []);
});

test("--break --json lists them as data", () => {
  const { stdout } = runPractice(root, ["03", "--break", "--json"]);

  assert.deepEqual(JSON.parse(stdout), { chapter: "03", breaks: [{ id: "sent-at-once", title: "All lines go out at once" }] });
});

test("an unknown id exits 2 and lists the hunts", () => {
  const folder = temporaryFolder();

  const { exitCode, stderr } = runPractice(root, ["03", "hunt", "--break", "nonsense"], { cwd: folder });

  assert.equal(exitCode, 2);
  assert.match(stderr, /There is no break "nonsense"\.[^]*sent-at-once {2}All lines go out at once/);
  assert.deepEqual(fs.readdirSync(folder), []);
});

test("a break that does not fit its source is refused, and its file is named", () => {
  const checkout = miniCheckout();
  const file = "packages/mini-course/chapters/03-relay/breaks/sent-at-once.break";
  fs.writeFileSync(path.join(checkout, file), "<<<<<<< reference\nnowhere\n=======\nx\n>>>>>>> broken\n");

  const { exitCode, stderr } = runPractice(checkout, ["03", "hunt", "--break", "sent-at-once"]);

  assert.equal(exitCode, 1);
  assert.ok(stderr.startsWith(`${file} is not as it should be`), stderr);
});

function redTitles(tap: string): readonly string[] {
  return [...tap.matchAll(/^not ok \d+ - (.*)$/gm)].map((match) => match[1] ?? "");
}
