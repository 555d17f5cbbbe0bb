/** Tells in a few lines what speaks against a verdict, apart from the tests' own outcomes. */

import { shellWord } from "../shell-word.ts";
import { checkMessages } from "./check-messages.ts";
import { describeExit, describeThrown, type ReportSetting } from "./report-outcome.ts";
import { firstFrameIn } from "./stack-frames.ts";
import type { Objection } from "./verdict.ts";

const MOST_OUTPUT = 5;

export function describeObjection(objection: Objection, setting: ReportSetting): readonly string[] {
  const say = checkMessages[setting.language];
  switch (objection.kind) {
    case "extraTest":
      return [say.extraTest(objection.title)];
    case "changedSource":
      return [say.changedSource(objection.path), `  npm run reset -- ${shellWord(objection.path)}`];
    case "strayError":
      return [say.strayError, ...(objection.test === null ? [] : [say.strayNear(objection.test)]), ...describeThrown(objection.thrown, setting)];
    case "leftEarly":
      return [say.leftEarly(describeExit(objection, setting.language)), ...placeOf(objection.stack, setting), ...lastLines(objection.output)];
    case "stillAlive":
      return [say.stillAlive(objection.resources.join(", ") || "?"), ...(objection.test === null ? [] : [say.aliveSince(objection.test)])];
    case "exitCode":
      return [say.badExitCode(objection.code)];
    case "importThrew":
      return [say.importThrew, ...describeThrown(objection.thrown, setting)];
    case "importHung":
      return [say.importHung, ...lastLines(objection.output)];
    case "noTests":
      return [say.noTests];
    case "notBuilt":
      return [say.notBuilt(objection.file)];
    default:
      return objection satisfies never;
  }
}

function placeOf(stack: string, { root, sources }: ReportSetting): readonly string[] {
  const frame = firstFrameIn(stack, root, sources);
  return frame === undefined ? [] : ["", `at        ${frame}`];
}

function lastLines(output: string): readonly string[] {
  const lines = output.split("\n").filter((line) => line.trim() !== "").slice(-MOST_OUTPUT);
  return lines.length === 0 ? [] : ["", "printed", ...lines.map((line) => `  ${line}`)];
}
