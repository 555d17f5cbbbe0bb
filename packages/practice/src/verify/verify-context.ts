/** What the trials of all chapters share. */

import type { Course } from "../course.ts";
import type { Language } from "../locale.ts";
import type { ApartBuild } from "./apart-build.ts";
import type { CourseCompiler } from "./course-compiler.ts";
import type { CourseSyntax } from "./course-syntax.ts";
import { isReadable, type CourseSurvey } from "./course-survey.ts";
import type { Slots } from "./slots.ts";

export interface NodeRelease {
  readonly binary: string;
  /** `24.22.3`. */
  readonly version: string;
}

export interface VerifyContext {
  /** The checkout's root (absolute). */
  readonly root: string;
  readonly survey: CourseSurvey;
  /** The readable chapters, as the practice directories are planned from them. */
  readonly course: Course;
  readonly compiler: CourseCompiler;
  readonly syntax: CourseSyntax;
  /** All references, compiled. */
  readonly reference: ApartBuild;
  /** The running Node first, then the others that are at hand. */
  readonly releases: readonly [NodeRelease, ...NodeRelease[]];
  readonly slots: Slots;
  /** Everything is built in here (absolute). */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly language: Language;
  /** Told of every finished job, for whoever is waiting. */
  readonly onProgress: () => void;
}

/** The course as the practice commands know it, as far as its manifests can be read. */
export function courseOf(root: string, survey: CourseSurvey, version: string): Course {
  return {
    root,
    package: survey.packagePath,
    name: survey.packageName,
    version,
    chapters: survey.chapters.filter(isReadable).map(({ stem, manifest }) => ({ ...manifest, stem })),
  };
}
