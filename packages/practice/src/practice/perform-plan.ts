/** Performs a plan: all of it at the target, or nothing. */

import fs from "node:fs";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { installPackage, linkCommand, linkFolder } from "./installed-packages.ts";
import type { PlanStep } from "./practice-plan.ts";
import type { Target } from "./target.ts";
import { sweep } from "./temporary-directory.ts";

/** A place that a directory can be made at. */
export type Site = Extract<Target, { kind: "free" | "empty" }>;

/** The system refused something. `code` is its error code, such as `ENOSPC`; `at` is where. */
export class PerformError extends Error {
  readonly code: string;
  readonly at: string;

  constructor(code: string, at: string, cause: unknown) {
    super(`${code} at ${at}`, { cause });
    this.name = "PerformError";
    this.code = code;
    this.at = at;
  }
}

/**
 * Removes what killed runs have left at a site and beside it.
 * @throws {PerformError}
 */
export function clearLeftovers(site: Site): void {
  if (site.kind === "free") return sweep(site.folder);
  try {
    // In this order: the temporary directory's record tells which of the other entries are ours.
    for (const name of site.leftovers) fs.rmSync(path.join(site.directory, name), { recursive: true, force: true });
  } catch (error) {
    throw asPerformError(error);
  }
  sweep(path.dirname(site.directory));
}

/**
 * Makes the directory. Until the last rename the target looks as it did before; whatever ends the work
 * early, the temporary directory is removed.
 *
 * @param temporary the temporary directory's name
 * @throws {PerformError} where the system refuses, and the signal's reason once `signal` is aborted
 */
export async function performPlan(plan: readonly PlanStep[], site: Site, temporary: string, signal: AbortSignal): Promise<void> {
  const workplace = workplaceOf(site, temporary);
  try {
    fs.mkdirSync(workplace.temporary);
    for (const step of plan) {
      performStep(step, workplace.placeOf(step.path), workplace.destination);
      // A package is hundreds of files: signals are only seen between steps.
      if (step.kind === "package") await turn();
      signal.throwIfAborted();
    }
    await turn();
    signal.throwIfAborted();
    workplace.commit();
  } catch (error) {
    undo(workplace);
    throw asPerformError(error);
  }
}

/** Where even removing fails, the first failure is the one to tell; the next run sweeps up. */
function undo(workplace: Workplace): void {
  try {
    workplace.undo();
  } catch {
    return;
  }
}

/** A system error with its place; any other value stays what it is. */
function asPerformError(error: unknown): unknown {
  const { code, path: at, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const isFromSystem = error instanceof Error && typeof code === "string" && at !== undefined;
  return isFromSystem ? new PerformError(code, dest ?? at, error) : error;
}

interface Workplace {
  /** Absolute; its existence marks the work as unfinished. */
  readonly temporary: string;
  /** Where the directory will be (absolute). */
  readonly destination: string;
  /** Where a planned path is made. */
  placeOf(planned: string): string;
  commit(): void;
  /** Removes everything that was made. */
  undo(): void;
}

function workplaceOf(site: Site, temporary: string): Workplace {
  switch (site.kind) {
    case "free":
      return besideTarget(site, temporary);
    case "empty":
      return insideTarget(site, temporary);
    default:
      return site satisfies never;
  }
}

/**
 * The temporary directory takes the place of the topmost missing folder, so that one rename brings the
 * target and its missing parents into being.
 */
function besideTarget({ folder, missing }: Extract<Site, { kind: "free" }>, name: string): Workplace {
  const [top, ...below] = missing;
  const temporary = path.join(folder, name);
  const root = path.join(temporary, ...below);
  return {
    temporary,
    destination: path.join(folder, ...missing),
    placeOf: (planned) => path.join(root, planned),
    commit: () => fs.renameSync(temporary, path.join(folder, top)),
    undo: () => fs.rmSync(temporary, { recursive: true, force: true }),
  };
}

const PRACTICE_FOLDER = ".practice/";
const STAGE = "stage";

/**
 * An existing directory is kept: it may be somebody's current one, or a mount point. The temporary
 * directory inside it is the future `.practice`, with the other entries waiting in `stage`; its own
 * rename, which brings the record, is the last act.
 */
function insideTarget({ directory }: Extract<Site, { kind: "empty" }>, name: string): Workplace {
  const temporary = path.join(directory, name);
  const root = path.join(temporary, STAGE);
  const moved: string[] = [];
  return {
    temporary,
    destination: directory,
    placeOf: (planned) => (planned.startsWith(PRACTICE_FOLDER) ? path.join(temporary, planned.slice(PRACTICE_FOLDER.length)) : path.join(root, planned)),
    commit() {
      for (const entry of fs.readdirSync(root)) {
        if (fs.existsSync(path.join(directory, entry))) throw Object.assign(new Error("taken"), { code: "EEXIST", path: path.join(directory, entry) });
        fs.renameSync(path.join(root, entry), path.join(directory, entry));
        moved.push(entry);
      }
      fs.rmdirSync(root);
      fs.renameSync(temporary, path.join(directory, PRACTICE_FOLDER));
    },
    undo() {
      for (const entry of [...moved, name]) fs.rmSync(path.join(directory, entry), { recursive: true, force: true });
    },
  };
}

function performStep(step: PlanStep, place: string, destination: string): void {
  fs.mkdirSync(path.dirname(place), { recursive: true });
  switch (step.kind) {
    case "write":
      return fs.writeFileSync(place, step.content);
    case "copy":
      return fs.copyFileSync(step.from, place);
    case "package":
      return installPackage(step.from, place);
    case "folder-link":
      return linkFolder(destination, step.to, step.path, place);
    case "command":
      return linkCommand(step.script, place);
    default:
      return step satisfies never;
  }
}
