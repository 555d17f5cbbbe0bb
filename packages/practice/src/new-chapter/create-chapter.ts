/** Writes a new chapter's files: all of them or none, and never over an existing one. */

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes texts into the course package at `folder`, by their paths in it (POSIX separators). The room
 * is made aside and moved into place last, so that no command meets a chapter without its suite.
 *
 * @throws the file system's error, after everything that was written is gone again
 */
export function createChapter(folder: string, stem: string, files: ReadonlyMap<string, string>): void {
  const room = path.join(folder, "chapters", stem);
  const aside = path.join(folder, "chapters", `.${stem}-${process.pid}`);
  const written: string[] = [];
  try {
    for (const [file, text] of files) {
      const inRoom = path.posix.relative(`chapters/${stem}`, file);
      const target = inRoom.startsWith("..") ? path.join(folder, file) : path.join(aside, inRoom);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text, { flag: "wx" });
      written.push(target);
    }
    mkdirSync(path.join(aside, "breaks"));
    // Renaming onto an empty directory would succeed.
    if (existsSync(room)) throw new Error(`${room} exists`);
    renameSync(aside, room);
  } catch (error) {
    for (const file of written) rmSync(file, { force: true });
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
}
