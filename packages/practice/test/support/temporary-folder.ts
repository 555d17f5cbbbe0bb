/** Folders that are gone when the test file ends. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const folders: string[] = [];

/** Makes an empty folder; answers with its real path. */
export function temporaryFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pi-practice-test-")));
  folders.push(folder);
  return folder;
}

process.once("exit", () => folders.forEach((made) => fs.rmSync(made, { recursive: true, force: true })));
