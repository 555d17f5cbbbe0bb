/** What a folder holds, for comparing before and after. */

import fs from "node:fs";
import path from "node:path";

/** Every entry below a folder as `path kind content`, without `node_modules`, sorted. */
export function treeOf(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => {
      const place = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, place).split(path.sep).join("/");
      if (entry.isSymbolicLink()) return `${name} -> ${fs.readlinkSync(place)}`;
      return entry.isFile() ? `${name} = ${fs.readFileSync(place, "utf8")}` : `${name}/`;
    })
    .filter((line) => !line.startsWith("node_modules/"))
    .sort();
}
