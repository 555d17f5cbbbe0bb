/**
 * TypeScript's compiler, kept running over the course: parses its modules, and type-checks other
 * versions of one of them in milliseconds, without writing a file.
 */

import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { API, type Diagnostic, type Project, type Snapshot } from "typescript/unstable/sync";
import type { SourceFile } from "typescript/unstable/ast";

export interface TypeProblem {
  /** The file's path in the package. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export class CourseCompiler {
  private readonly folder: string;
  private readonly configFile: string;
  private readonly api: API;
  private snapshot: Snapshot;
  /** The one file that the compiler sees in another version than the disk's. */
  private shown: { readonly file: string; readonly text: string } | undefined;

  /** Opens the course package at `folder` (absolute); `close` ends the compiler's process. */
  constructor(folder: string) {
    this.folder = folder;
    this.configFile = path.join(folder, "tsconfig.json");
    this.api = new API({ cwd: folder, fs: { readFile: (file) => this.otherText(path.resolve(file)) } });
    this.snapshot = this.api.updateSnapshot({ openProjects: [this.configFile] });
  }

  /** A module's tree; undefined for a file that the course's tsconfig does not take in. */
  sourceFile(file: string): SourceFile | undefined {
    this.show(undefined);
    return this.treeOf(file);
  }

  /**
   * The type errors of the files in `affected` (paths in the package) when `file` reads `text`;
   * none means that this version type-checks. The course on disk stays as it is.
   */
  problemsWith(file: string, text: string, affected: readonly string[]): readonly TypeProblem[] {
    this.show({ file, text });
    return affected.flatMap((one) => this.problemsOf(one));
  }

  close(): void {
    this.snapshot.dispose();
    // At a SIGTERM, which `close` sends, the compiler complains on our stderr. Its process is not in the API's types.
    const { client } = this.api as unknown as { readonly client?: { readonly channel?: { readonly child?: ChildProcess } } };
    client?.channel?.child?.kill("SIGKILL");
    this.api.close();
  }

  private show(version: { readonly file: string; readonly text: string } | undefined): void {
    const changed = [this.shown, version].flatMap((one) => (one === undefined ? [] : [this.absolute(one.file)]));
    if (changed.length === 0) return;
    this.shown = version;
    const earlier = this.snapshot;
    this.snapshot = this.api.updateSnapshot({ fileChanges: { changed: [...new Set(changed)] } });
    earlier.dispose();
  }

  private otherText(absolute: string): string | undefined {
    return this.shown !== undefined && absolute === this.absolute(this.shown.file) ? this.shown.text : undefined;
  }

  private treeOf(file: string): SourceFile | undefined {
    return this.project().program.getSourceFile(this.absolute(file));
  }

  private problemsOf(file: string): readonly TypeProblem[] {
    const { program } = this.project();
    const absolute = this.absolute(file);
    return [...program.getSyntacticDiagnostics(absolute), ...program.getSemanticDiagnostics(absolute)].map((diagnostic) =>
      this.describe(file, diagnostic),
    );
  }

  private describe(file: string, diagnostic: Diagnostic): TypeProblem {
    const line = this.treeOf(file)?.getLineAndCharacterOfPosition(diagnostic.pos).line ?? 0;
    return { file, line: line + 1, message: diagnostic.text };
  }

  private project(): Project {
    const project = this.snapshot.getProject(this.configFile);
    if (project === undefined) throw new Error(`TypeScript did not open ${this.configFile}`);
    return project;
  }

  private absolute(file: string): string {
    return path.join(this.folder, file);
  }
}
