/** Sources that stand in for the reference or the skeleton: a faulty version, or the learner's own. */

import { chaptersUpTo, roomOf, sourcePathOf, type Chapter, type Course } from "../course.ts";
import { applyBreak, BreakError, parseBreak } from "../break-file.ts";
import { CourseError, usageError } from "../course-error.ts";
import type { Language } from "../locale.ts";
import { hashOf } from "../practice-record.ts";
import { readOwnSources, type OwnSources } from "./own-sources.ts";
import { formatBreaks } from "./practice-lists.ts";
import { readCheckoutText } from "./practice-material.ts";
import type { ReplacedSource } from "./practice-plan.ts";
import { enterCommand } from "./practice-report.ts";

/** By the source's path relative to the practice directory (POSIX separators). */
export type ReplacedSources = ReadonlyMap<string, ReplacedSource>;

/** The chapter's reference with one fault. @throws {CourseError} exit 2, with the list, for an unknown id */
export function faultySources(course: Course, chapter: Chapter, id: string, language: Language): ReplacedSources {
  const fault = chapter.breaks.find((candidate) => candidate.id === id);
  if (fault === undefined) throw usageError(...messages[language].unknownBreak(id, formatBreaks(chapter, language, false).trimEnd()));
  const file = `${roomOf(course, chapter)}/breaks/${id}.break`;
  try {
    const hunks = parseBreak(id, readCheckoutText(course, file, language));
    return new Map(
      chapter.sources.map((source) => {
        const path = sourcePathOf(course, source);
        const reference = readCheckoutText(course, path, language);
        return [path, { content: source === fault.source ? applyBreak(id, hunks, reference) : reference, origin: "fault" }];
      }),
    );
  } catch (error) {
    throw error instanceof BreakError ? new CourseError(...messages[language].faultyBreak(file, error.message)) : error;
  }
}

/** The learner's own sources in the practice directory `from` (absolute). @throws {CourseError} */
export function ownSourcesFrom(from: string, course: Course, chapter: Chapter, language: Language): ReplacedSources {
  const skeletons = chaptersUpTo(course, chapter).flatMap((owner) =>
    owner.sources.map((source) => {
      const skeleton = readCheckoutText(course, `${roomOf(course, owner)}/skeleton/${source}`, language);
      return [sourcePathOf(course, source), hashOf(skeleton)] as const;
    }),
  );
  const own = readOwnSources(from, course, chapter, new Map(skeletons));
  if (own.kind === "taken") return own.files;
  throw new CourseError(...reasonAgainst(from, own, language));
}

function reasonAgainst(from: string, own: Exclude<OwnSources, { kind: "taken" }>, language: Language): readonly [string, string] {
  const say = messages[language];
  switch (own.kind) {
    case "not-a-practice-directory":
      return { absent: say.fromAbsent, "no-record": say.fromNoRecord, "unreadable-record": say.fromUnreadable }[own.reason](from);
    case "another-course":
      return say.fromOtherCourse(from, own.course);
    case "unfinished":
      return say.fromUnfinished(from, own.files, `${enterCommand(from)} && npm run check`);
    case "missing":
      return say.fromMissing(from, own.files);
    case "irregular":
      return say.fromIrregular(own.files);
    default:
      return own satisfies never;
  }
}

/** Each entry gives the problem and the remedy of a `CourseError`. */
interface SourceMessages {
  readonly fromAbsent: (from: string) => readonly [string, string];
  readonly fromNoRecord: (from: string) => readonly [string, string];
  readonly fromUnreadable: (from: string) => readonly [string, string];
  readonly fromOtherCourse: (from: string, course: string) => readonly [string, string];
  readonly fromUnfinished: (from: string, files: readonly string[], check: string) => readonly [string, string];
  readonly fromMissing: (from: string, files: readonly string[]) => readonly [string, string];
  readonly fromIrregular: (files: readonly string[]) => readonly [string, string];
  readonly faultyBreak: (file: string, reason: string) => readonly [string, string];
  readonly unknownBreak: (id: string, breaks: string) => readonly [string, string];
}

const messages: { readonly [L in Language]: SourceMessages } = {
  zh: {
    fromAbsent: (from) => [`--from 的目录不存在：${from}`, "写上你之前的练习目录。"],
    fromNoRecord: (from) => [`${from} 不是练习目录：里面没有 .practice/practice.json。`, "写上用 npm run practice 做出来的目录。"],
    fromUnreadable: (from) => [`${from} 的 .practice/practice.json 读不出来。`, "换一个练习目录，或者去掉 --from，从参考实现开始。"],
    fromOtherCourse: (from, course) => [`${from} 是另一门课程 ${course} 的练习目录。`, "写上这门课程的练习目录。"],
    fromUnfinished: (from, files, check) => [`${from} 里还有没写完的源码：${files.join("、")}`, `先在那里做完：${check}；或者去掉 --from，从参考实现开始。`],
    fromMissing: (from, files) => [`${from} 里缺了源码：${files.join("、")}`, "把这些文件放回去，再运行同一条命令；或者去掉 --from，从参考实现开始。"],
    fromIrregular: (files) => [`只读普通文件，这些不是：${files.join("、")}`, "换成普通文件，再运行同一条命令。"],
    faultyBreak: (file, reason) => [`${file} 有问题：${reason}`, "改好这个文件，再运行同一条命令。"],
    unknownBreak: (id, breaks) => [`没有 ${JSON.stringify(id)} 这一处错误。`, breaks],
  },
  en: {
    fromAbsent: (from) => [`The directory of --from does not exist: ${from}`, "Name your earlier practice directory."],
    fromNoRecord: (from) => [`${from} is no practice directory: it has no .practice/practice.json.`, "Name a directory that npm run practice has made."],
    fromUnreadable: (from) => [`${from} has a .practice/practice.json that cannot be read.`, "Name another practice directory, or leave out --from to start from the reference."],
    fromOtherCourse: (from, course) => [`${from} is a practice directory of another course, ${course}.`, "Name a practice directory of this course."],
    fromUnfinished: (from, files, check) => [`${from} has sources that are not finished: ${files.join(", ")}`, `Finish them there first: ${check}; or leave out --from to start from the reference.`],
    fromMissing: (from, files) => [`${from} lacks sources that it had: ${files.join(", ")}`, "Put these files back, then run the same command again; or leave out --from to start from the reference."],
    fromIrregular: (files) => [`Only regular files are read; these are not: ${files.join(", ")}`, "Put regular files there, then run the same command again."],
    faultyBreak: (file, reason) => [`${file} is not as it should be: ${reason}`, "Mend this file, then run the same command again."],
    unknownBreak: (id, breaks) => [`There is no break ${JSON.stringify(id)}.`, breaks],
  },
};
