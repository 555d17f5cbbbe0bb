/** The npm scripts of a practice directory. */

/** In the order in which a learner meets them. */
const LEARNER_COMMANDS = ["check", "watch", "hint", "trace", "explore", "diff", "reset"];

const ENTRY = "learner.js";

/**
 * One script for each learner command that the compiled engine has, and `build` for the course package.
 *
 * @param engine the engine's files, relative to `.practice/engine`; a command `hint` is `hint/hint-command.js`
 */
export function learnerScripts(courseName: string, engine: ReadonlySet<string>): { readonly [name: string]: string } {
  const commands = engine.has(ENTRY) ? LEARNER_COMMANDS.filter((command) => engine.has(`${command}/${command}-command.js`)) : [];
  const scripts = commands.map((command) => [command, `node .practice/engine/${ENTRY} ${command}`] as const);
  return { build: `npm run build -w ${courseName}`, ...Object.fromEntries(scripts) };
}
