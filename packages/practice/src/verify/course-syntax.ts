/** The street's modules as syntax, and what follows from it: who imports whom, and who owns what. */

import type { SourceFile } from "typescript/unstable/ast";
import { ownerOf, reachableFrom, resolveSpecifier } from "./chapter-owners.ts";
import type { CourseCompiler } from "./course-compiler.ts";
import type { CourseSurvey, SurveyedChapter } from "./course-survey.ts";
import { moduleReferences, type ModuleReference } from "./module-syntax.ts";

export class CourseSyntax {
  private readonly survey: CourseSurvey;
  private readonly compiler: CourseCompiler;
  private readonly references = new Map<string, readonly ModuleReference[]>();

  constructor(survey: CourseSurvey, compiler: CourseCompiler) {
    this.survey = survey;
    this.compiler = compiler;
  }

  /** A module's tree; undefined for a file that the course's tsconfig does not take in. */
  readonly treeOf = (file: string): SourceFile | undefined => this.compiler.sourceFile(file);

  readonly referencesOf = (file: string): readonly ModuleReference[] => {
    const known = this.references.get(file);
    if (known !== undefined) return known;
    const tree = this.survey.street.has(file) ? this.treeOf(file) : undefined;
    const read = tree === undefined ? [] : moduleReferences(tree);
    this.references.set(file, read);
    return read;
  };

  /** References as paths in the package, for following them. */
  readonly importsOf = (file: string): readonly string[] =>
    this.referencesOf(file).map(({ specifier }) => resolveSpecifier(file, specifier));

  ownerOf(file: string): SurveyedChapter | undefined {
    return ownerOf(this.survey, file, this.importsOf);
  }

  /** The files of the street that belong to a chapter. */
  filesOf(chapter: SurveyedChapter): readonly string[] {
    return [...this.survey.street.keys()].filter((file) => this.ownerOf(file) === chapter);
  }

  /** The files up to `chapter` that lead to `target`, itself included. */
  dependentsOf(target: string, chapter: SurveyedChapter): readonly string[] {
    return [...this.survey.street.keys()].filter((file) => {
      const owner = this.ownerOf(file);
      return owner !== undefined && owner.number <= chapter.number && reachableFrom(file, this.importsOf).has(target);
    });
  }
}
