/** What lies around a target: this repository, or another workspace that would take it in. */

import fs from "node:fs";
import path from "node:path";
import { takesIn } from "./workspace-patterns.ts";

/** The folders from `folder` up to the root of the file system. */
function upwardsFrom(folder: string): readonly string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwardsFrom(parent)];
}

/**
 * Whether an existing folder is `root` or lies in it. Folders are compared by their identity on disk, so
 * that a symlink, a bind mount or another case of letters is no way around.
 */
export function isInside(folder: string, root: string): boolean {
  const wanted = fs.statSync(root, { bigint: true });
  return upwardsFrom(folder).some((at) => {
    const found = fs.statSync(at, { bigint: true });
    return found.ino === wanted.ino && found.dev === wanted.dev;
  });
}

export interface OuterWorkspace {
  /** The package.json (absolute) whose pattern takes the target in. */
  readonly manifest: string;
  /** `undefined` where its `workspaces` are no list: npm then stops in every folder below. */
  readonly pattern: string | undefined;
}

/**
 * The workspace around `folder` that would count the target, or the package in it, as one of its own.
 *
 * @param folder the nearest existing folder (a real path), and `missing` the names below it
 * @param coursePackage the course package's folder in the target
 */
export function outerWorkspace(folder: string, missing: readonly string[], coursePackage: string): OuterWorkspace | undefined {
  const target = path.join(folder, ...missing);
  // The target itself is empty or absent, so a package.json at `folder` is above it.
  for (const at of upwardsFrom(folder)) {
    if (at === target) continue;
    const manifest = path.join(at, "package.json");
    const patterns = patternsIn(manifest);
    if (patterns === undefined) return { manifest, pattern: undefined };
    const candidates = [target, path.join(target, coursePackage)].map((place) => path.relative(at, place).split(path.sep).join("/"));
    const pattern = candidates.map((place) => takesIn(patterns, place)).find((found) => found !== undefined);
    if (pattern !== undefined) return { manifest, pattern };
  }
  return undefined;
}

/** The `workspaces` of a package.json: an array, or an object with `packages`; `undefined` where they are something else. */
function patternsIn(manifest: string): readonly string[] | undefined {
  const workspaces = workspacesIn(manifest);
  if (!workspaces) return [];
  const patterns = Array.isArray(workspaces) ? workspaces : (workspaces as { readonly packages?: unknown }).packages;
  return Array.isArray(patterns) ? patterns.filter((pattern) => typeof pattern === "string") : undefined;
}

/** A package.json that is absent or no JSON has none. npm reads one with a byte order mark too. */
function workspacesIn(manifest: string): unknown {
  try {
    const text = fs.readFileSync(manifest, "utf8").replace(/^\uFEFF/, "");
    return (JSON.parse(text) as { readonly workspaces?: unknown }).workspaces;
  } catch {
    return undefined;
  }
}
