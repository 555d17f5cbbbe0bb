/** A child process that cannot outlive its run: bounded output, and an end for its whole tree. */

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { Environment } from "../locale.ts";

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ContainedProcess {
  readonly child: ChildProcess;
  /** Resolves when the process has gone, its tree with it, and its pipes are read; rejects when it cannot start. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends the process and everything that it started. */
  kill(): void;
}

const running = new Set<ContainedProcess>();

/** Ends every contained process that is still there: for a signal that ends the command. */
export function killContainedProcesses(): void {
  for (const process of running) process.kill();
}

/**
 * Starts a program in a process group of its own, with pipes for stdin, stdout and stderr and, as
 * file descriptor 3, one more.
 */
export function startContained(program: string, args: readonly string[], options: { cwd: string; env: Environment }): ContainedProcess {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    // Its own group: so that the whole tree can be ended, and a ^C reaches the command first.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const kill = () => killTree(child);
  const ended = new Promise<ProcessEnd>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      // What it left behind would keep the pipes open, and work for nobody.
      kill();
      const end = () => resolve({ code, signal });
      // A process that escaped the group may still hold the pipes: do not wait for it.
      const patience = setTimeout(end, 300);
      child.once("close", () => {
        clearTimeout(patience);
        end();
      });
    });
  });
  const contained: ContainedProcess = { child, ended, kill };
  running.add(contained);
  const forget = () => {
    running.delete(contained);
    for (const pipe of child.stdio) pipe?.destroy();
  };
  ended.then(forget, forget);
  return contained;
}

function killTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore" });
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has gone already.
    child.kill("SIGKILL");
  }
}

/** Keeps the last `longest` bytes of a stream; answers with them as text. */
export function keepTail(stream: Readable, longest: number): () => string {
  let kept: Buffer[] = [];
  let length = 0;
  stream.on("data", (piece: Buffer) => {
    kept.push(piece);
    length += piece.length;
    while (kept.length > 1 && length - (kept[0]?.length ?? 0) >= longest) length -= kept.shift()?.length ?? 0;
  });
  stream.on("error", () => {});
  return () => Buffer.concat(kept).subarray(-longest).toString("utf8");
}
