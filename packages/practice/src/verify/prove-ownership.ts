/** Proof 1: every source and suite belongs to one chapter, and every file that a manifest names exists. */

import type { ChapterManifest } from "../chapter-manifest.ts";
import { claimantsOf } from "./chapter-owners.ts";
import { isReadable, suiteOf, type CourseSurvey, type SurveyedChapter } from "./course-survey.ts";
import type { Problem } from "./problem.ts";
import { unfinishedLines } from "./unfinished.ts";

/** The room's own files, apart from those that the manifest names. */
const ROOM_FILES = ["chapter.json", "README.md", "hints.md"];

export function proveOwnership(survey: CourseSurvey, chapter: SurveyedChapter): readonly Problem[] {
  const room = `chapters/${chapter.stem}`;
  const found = (code: Problem["code"], place: string, zh: string, en: string): Problem => ({
    code,
    chapter: chapter.stem,
    place,
    detail: { zh, en },
  });
  const { manifest } = chapter;
  if (manifest === undefined) {
    return [found("OWN01", `${room}/chapter.json`, `读不出来：${chapter.manifestProblem}`, chapter.manifestProblem)];
  }

  const problems: Problem[] = [];
  if (!/^\d\d-[a-z0-9]+(-[a-z0-9]+)*$/.test(chapter.stem) || manifest.number !== chapter.number) {
    problems.push(
      found("OWN02", room, `文件夹叫 ${chapter.stem}，number 是 ${manifest.number}。`, `The folder is called ${chapter.stem}, \`number\` says ${manifest.number}.`),
    );
  }
  for (const twin of survey.chapters.filter((other) => other !== chapter && other.number === chapter.number)) {
    problems.push(found("OWN02", room, `${twin.stem} 也用了编号 ${chapter.number}。`, `${twin.stem} has the number ${chapter.number} too.`));
  }

  for (const file of filesNamedBy(chapter, manifest)) {
    const exists = file.startsWith("chapters/") ? chapter.room.has(file.slice(room.length + 1)) : survey.street.has(file);
    if (!exists) problems.push(found("OWN03", file, "这个文件不存在。", "The file does not exist."));
  }

  for (const source of manifest.sources) {
    const claimants = claimantsOf(survey, `src/${source}`).map(({ stem }) => stem);
    if (claimants.length > 1) {
      problems.push(found("OWN05", `src/${source}`, `这几章都说它是自己的：${claimants.join("、")}。`, `Claimed by ${claimants.join(", ")}.`));
    }
  }
  for (const source of manifest.sources.filter((name, index) => manifest.sources.indexOf(name) !== index)) {
    problems.push(found("OWN05", `${room}/chapter.json`, `sources 里写了两次 ${source}。`, `\`sources\` names ${source} twice.`));
  }

  const named = new Set(filesNamedBy(chapter, manifest));
  for (const file of chapter.room.keys()) {
    const belongs = ROOM_FILES.includes(file) || named.has(`${room}/${file}`) || file.startsWith("alternatives/");
    if (!belongs && file !== "equivalents.json") {
      problems.push(found("OWN06", `${room}/${file}`, "清单没有提到它。", "The manifest does not name it."));
    }
  }
  return [...problems, ...unfinishedPlaces(survey, chapter, manifest, found), ...strayStreetFiles(survey, chapter, found)];
}

/** What a new chapter still asks for, item by item. */
function unfinishedPlaces(survey: CourseSurvey, chapter: SurveyedChapter, manifest: ChapterManifest, found: Found): readonly Problem[] {
  const street = [...manifest.sources.map((source) => `src/${source}`), suiteOf(chapter)].map((file) => [file, survey.street.get(file) ?? ""] as const);
  const room = [...chapter.room].map(([file, text]) => [`chapters/${chapter.stem}/${file}`, text] as const);
  return [...street, ...room].flatMap(([file, text]) =>
    unfinishedLines(text).map(({ line, text: asked }) => found("OWN07", `${file}:${line}`, `还没写：${asked}`, `Still to be written: ${asked}`)),
  );
}

type Found = (code: Problem["code"], place: string, zh: string, en: string) => Problem;

/** Files that no chapter owns are told once, with the last chapter: the one that is mostly being written. */
function strayStreetFiles(survey: CourseSurvey, chapter: SurveyedChapter, found: Found): readonly Problem[] {
  // A manifest that cannot be read may well own them.
  if (chapter !== survey.chapters.at(-1) || !survey.chapters.every(isReadable)) return [];
  return [...survey.street.keys()]
    .filter((file) => !file.startsWith("test/support/") && claimantsOf(survey, file).length === 0)
    .map((file) => found("OWN04", file, "没有一章说它是自己的。", "No chapter owns it."));
}

function filesNamedBy(chapter: SurveyedChapter, manifest: ChapterManifest): readonly string[] {
  const room = `chapters/${chapter.stem}`;
  return [
    suiteOf(chapter),
    `${room}/README.md`,
    `${room}/hints.md`,
    ...manifest.sources.flatMap((source) => [`src/${source}`, `${room}/skeleton/${source}`]),
    ...manifest.breaks.map(({ id }) => `${room}/breaks/${id}.break`),
  ];
}
