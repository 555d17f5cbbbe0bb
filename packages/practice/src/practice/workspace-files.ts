/** The generated files that make a practice directory an npm workspace of its own. */

import type { LockedPackage } from "./dependencies.ts";

/** A parsed package.json. */
export type PackageManifest = { readonly [field: string]: unknown };

export interface WorkspaceFiles {
  readonly packageJson: string;
  readonly packageLock: string;
  /** `node_modules/.package-lock.json`, npm's own note of what is installed. */
  readonly hiddenLock: string;
  readonly coursePackageJson: string;
}

export interface WorkspaceInput {
  /** The directory's own package name: `practice-07-agent-loop`. */
  readonly name: string;
  /** The course package's folder in the directory. */
  readonly coursePackage: string;
  readonly courseManifest: PackageManifest;
  readonly engines: unknown;
  readonly devDependencies: { readonly [name: string]: string };
  readonly scripts: { readonly [name: string]: string };
  /** Every package that `npm ci` may install, for any platform, by its place. */
  readonly locked: ReadonlyMap<string, LockedPackage>;
  /** The places of those that are installed here. */
  readonly installed: ReadonlySet<string>;
}

export function workspaceFiles(input: WorkspaceInput): WorkspaceFiles {
  const { name, coursePackage, engines, devDependencies, scripts, locked, installed } = input;
  const course = withoutRootCommands(input.courseManifest);
  const version = course["version"];
  const root = { name, version, private: true, type: "module", engines, workspaces: ["packages/*"], scripts, devDependencies };
  const courseEntries = {
    [`node_modules/${String(course["name"])}`]: { resolved: coursePackage, link: true },
    [coursePackage]: pick(course, ["name", "version", "license", "dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "engines"]),
  };
  const lock = { name, version, lockfileVersion: 3, requires: true };
  const rootEntry = { "": pick(root, ["name", "version", "workspaces", "devDependencies", "engines"]) };
  const present = [...locked].filter(([place]) => installed.has(place));
  return {
    packageJson: json(root),
    packageLock: json({ ...lock, packages: { ...rootEntry, ...sorted({ ...courseEntries, ...Object.fromEntries(locked) }) } }),
    hiddenLock: json({ ...lock, packages: sorted({ ...courseEntries, ...Object.fromEntries(present) }) }),
    coursePackageJson: json(course),
  };
}

/** The scripts that start the launcher need the repository, which a practice directory is not. */
function withoutRootCommands(manifest: PackageManifest): PackageManifest {
  const scripts = Object.entries(manifest["scripts"] ?? {}).filter(([, command]) => !String(command).includes("../../scripts/"));
  return { ...manifest, scripts: Object.fromEntries(scripts) };
}

function pick(object: PackageManifest, fields: readonly string[]): PackageManifest {
  return Object.fromEntries(fields.filter((field) => object[field] !== undefined).map((field) => [field, object[field]]));
}

function sorted<T>(object: { readonly [key: string]: T }): { readonly [key: string]: T } {
  return Object.fromEntries(Object.entries(object).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
