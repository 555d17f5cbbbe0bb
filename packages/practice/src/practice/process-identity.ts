/** Who made a temporary directory, and whether that process is still there. */

import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";

/** A process, told apart from a later one with the same id. All fields are short lower-case words. */
export interface ProcessIdentity {
  /** The machine and the space of process ids on it: two containers can share a folder. */
  readonly machine: string;
  readonly pid: number;
  /** When it started, in units of the system's own. */
  readonly start: string;
}

export type Presence = "alive" | "gone" | "unknown";

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return { machine: machineName(), pid: process.pid, start: startOf(process.pid) ?? "0" };
}

/**
 * Whether a process is still there. One that has ended but was not collected by its parent is gone; one
 * of another machine is `unknown`, and so is a running one where the system does not tell its start.
 */
export function presenceOf({ machine, pid, start }: ProcessIdentity): Presence {
  if (machine !== machineName()) return "unknown";
  if (!exists(pid)) return "gone";
  const current = startOf(pid);
  if (current === undefined) return process.platform === "linux" ? "gone" : "unknown";
  return current === start ? "alive" : "gone";
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

let knownMachine: string | undefined;

function machineName(): string {
  knownMachine ??= shortHash(`${os.hostname()} ${readLinkIfThere("/proc/self/ns/pid")}`, 4);
  return knownMachine;
}

/** `undefined`: there is no such process, or the system does not tell. */
function startOf(pid: number): string | undefined {
  if (process.platform === "linux") return startOnLinux(pid);
  if (process.platform === "win32") return undefined;
  try {
    const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env: { ...process.env, LC_ALL: "C", TZ: "UTC" } });
    return started.trim() === "" ? undefined : shortHash(started.trim(), 8);
  } catch {
    return undefined;
  }
}

function startOnLinux(pid: number): string | undefined {
  const status = readIfThere(`/proc/${pid}/stat`);
  // The command's name stands in parentheses and may itself hold spaces and parentheses.
  const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
  const [state, ticks] = [fields[0], fields[19]];
  if (ticks === undefined || state === "Z" || state === "X") return undefined;
  return shortHash(`${readIfThere("/proc/sys/kernel/random/boot_id")} ${ticks}`, 8);
}

function shortHash(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}

function readIfThere(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function readLinkIfThere(file: string): string {
  try {
    return fs.readlinkSync(file);
  } catch {
    return "";
  }
}
