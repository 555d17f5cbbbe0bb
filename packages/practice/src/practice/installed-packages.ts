/** Brings installed packages into another directory: links where they can be made, else copies. */

import fs from "node:fs";
import path from "node:path";

/**
 * Puts a package's files at `to`. Hard links cost no space and outlive the checkout; where one cannot be
 * made, for whatever reason (another file system, too many links, no such thing), the file is copied.
 * Folders in the package's own `node_modules` are left out: the lock file names them one by one.
 *
 * @param from the package's folder, which may be a symlink
 */
export function installPackage(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    const kind = entry.isSymbolicLink() ? fs.statSync(source) : entry;
    if (kind.isDirectory() && entry.name !== "node_modules") installPackage(source, target);
    else if (kind.isFile()) linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    fs.linkSync(source, target);
  } catch {
    fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE);
  }
}

/**
 * Makes, at `place`, the link that will stand at `link` in `directory` and lead to `folder` in it. The
 * directory may still be under another name: a relative link does not care, and a junction, which needs
 * no privilege on Windows but is always absolute, leads to the future place.
 */
export function linkFolder(directory: string, folder: string, link: string, place: string): void {
  if (process.platform === "win32") fs.symlinkSync(path.join(directory, folder), place, "junction");
  else fs.symlinkSync(path.posix.relative(path.posix.dirname(link), folder), place);
}

/** Makes a command of `node_modules/.bin` that runs `script`, a path relative to `.bin`. */
export function linkCommand(script: string, place: string): void {
  if (process.platform !== "win32") {
    fs.symlinkSync(script, place);
    return;
  }
  const windowsScript = script.replaceAll("/", "\\");
  fs.writeFileSync(`${place}.cmd`, `@ECHO off\r\nnode "%~dp0\\${windowsScript}" %*\r\n`);
  fs.writeFileSync(`${place}.ps1`, `#!/usr/bin/env pwsh\n& node "$PSScriptRoot/${script}" $args\nexit $LASTEXITCODE\n`);
  fs.writeFileSync(place, `#!/bin/sh\nexec node "$(dirname "$0")/${script}" "$@"\n`);
}
