/** Folders that are gone when the test file ends. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after } from "node:test";

const folders: string[] = [];

/** Makes an empty folder; answers with its real path. */
export function temporaryFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pi-practice-test-")));
  if (folders.length === 0) after(() => folders.forEach((made) => fs.rmSync(made, { recursive: true, force: true })));
  folders.push(folder);
  return folder;
}
