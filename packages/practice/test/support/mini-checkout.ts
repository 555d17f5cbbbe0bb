/** A checkout of the mini course with this repository's launcher and engine, as a learner would clone it. */

import fs from "node:fs";
import path from "node:path";
import { dependencyClosure, type LockedPackages } from "../../src/practice/dependencies.ts";
import { miniCourse, repository } from "./repository.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Makes a checkout in a folder of its own, which also has room for practice directories; answers with its root. */
export function miniCheckout(name = "checkout"): string {
  const root = path.join(temporaryFolder(), name);
  fs.cpSync(miniCourse, root, { recursive: true });
  fs.cpSync(path.join(repository, "scripts"), path.join(root, "scripts"), { recursive: true });
  for (const entry of ["package.json", "tsconfig.json", "src", "dist/src", "dist/engine.stamp"]) {
    const from = path.join(repository, "packages/practice", entry);
    if (fs.existsSync(from)) fs.cpSync(from, path.join(root, "packages/practice", entry), { recursive: true });
  }
  installFrom(root);
  return root;
}

/** Writes the lock file and links the packages of this repository's `node_modules`. */
function installFrom(root: string): void {
  const lock = JSON.parse(fs.readFileSync(path.join(repository, "package-lock.json"), "utf8")) as { readonly packages: LockedPackages };
  const locked = dependencyClosure(lock.packages, "", ["typescript", "@types/node"]);
  const links = { "@mini/course": "packages/mini-course", "@pi/practice": "packages/practice" };
  const packages: Record<string, unknown> = { "": JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) };
  for (const [name, folder] of Object.entries(links)) {
    packages[`node_modules/${name}`] = { resolved: folder, link: true };
    packages[folder] = JSON.parse(fs.readFileSync(path.join(root, folder, "package.json"), "utf8"));
    link(path.join(root, folder), path.join(root, "node_modules", name));
  }
  for (const [place, entry] of locked) {
    packages[place] = entry;
    const installed = path.join(repository, place);
    if (fs.existsSync(installed)) link(installed, path.join(root, place));
  }
  const { "": _, ...installed } = packages;
  writeLock(path.join(root, "package-lock.json"), packages);
  writeLock(path.join(root, "node_modules/.package-lock.json"), installed);
}

function link(target: string, place: string): void {
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.symlinkSync(target, place, "junction");
}

function writeLock(file: string, packages: object): void {
  fs.writeFileSync(file, `${JSON.stringify({ name: "mini-course-workspace", version: "0.1.0", lockfileVersion: 3, requires: true, packages }, null, 2)}\n`);
}
