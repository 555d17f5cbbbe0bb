/** Words of a printed command, quoted so that it can be pasted as it stands. */

/**
 * One word for the shell that a terminal of the platform opens: POSIX `sh`, or `cmd` on Windows.
 * Words without special characters stay as they are.
 */
export function shellWord(word: string, platform: NodeJS.Platform = process.platform): string {
  // `cmd` splits nothing inside double quotes, and a Windows path holds none.
  if (platform === "win32") return /^[\w:\\/.@+-]+$/.test(word) ? word : `"${word}"`;
  // A leading `~` or `=` means something to some shells; `%` and `+` mean nothing.
  return /^[\w./@+][\w./@+:,%=-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
