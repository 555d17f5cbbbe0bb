/** The nine proofs and the stable code of everything that they can find, with the act that helps. */

import type { Text } from "../locale.ts";

/** The nine proofs, in the order in which they are reported. */
export const proofs = [
  "ownership",
  "direction",
  "skeleton",
  "honest-failure",
  "reference",
  "steps",
  "breaks",
  "leaks",
  "clock",
] as const;

export type ProofName = (typeof proofs)[number];

export interface CodeMeaning {
  readonly proof: ProofName;
  /** Says in two or three words what was found: `later-import`. */
  readonly name: string;
  /** What to do about it. */
  readonly remedy: Text;
}

/** Every code, its meaning and its remedy. Codes are never reused for another meaning. */
export const problemCodes = {
  OWN01: code("ownership", "manifest-unreadable", "补好 chapter.json，让它能按格式读出来。", "Mend chapter.json so that it can be read."),
  OWN02: code("ownership", "stem-mismatch", "让文件夹、套件和 number 用同一个编号和名字。", "Give the folder, the suite and `number` the same number and name."),
  OWN03: code("ownership", "file-missing", "写出这个文件，或者从清单里去掉它。", "Write the file, or take it out of the manifest."),
  OWN04: code("ownership", "file-unowned", "把它列进一章的 sources，或者删掉它。", "List it in one chapter's `sources`, or delete it."),
  OWN05: code("ownership", "file-owned-twice", "只在一章的清单里列出它。", "List it in one chapter's manifest only."),
  OWN06: code("ownership", "file-unnamed", "在清单里写上它，或者删掉它。", "Name it in the manifest, or delete it."),
  OWN07: code("ownership", "unfinished", "写完它，再去掉〔待写〕。", "Write it, then take the mark 〔待写〕 away."),
  DIR01: code("direction", "later-import", "反过来依赖：后面的章节包住或拓宽前面的。", "Turn it round: a later chapter wraps or widens an earlier one."),
  DIR02: code("direction", "foreign-import", "课程只引入 node: 模块和自己的 src/、test/support/。", "Import only node: modules and the course's own src/ and test/support/."),
  SKEL01: code("skeleton", "skeleton-does-not-build", "让骨架先能编译：给出类型，只留下函数体。", "Make the skeleton compile: give the types, ask for the bodies."),
  SKEL02: code("skeleton", "declarations-differ", "让骨架和参考实现导出完全相同的类型。", "Export exactly the same types from skeleton and reference."),
  SKEL03: code("skeleton", "export-untyped", "给每个导出写上明确的类型。", "Write the type of every export."),
  RED01: code("honest-failure", "green-on-skeleton", "让这个测试真的问点什么：骨架还没实现，它不该通过。", "Make the test ask for something: on the skeleton it must not pass."),
  RED02: code("honest-failure", "wrong-reason", "让它因为断言或“尚未实现”而失败，不是因为别的错误。", "Let it fail by an assertion or by the skeleton's own 尚未实现, by nothing else."),
  RED03: code("honest-failure", "earlier-suite-red", "先让前面章节的套件在这个练习目录里变绿。", "Make the earlier suites green in this practice directory first."),
  RED04: code("honest-failure", "not-run", "让每个测试都能跑完，也都记进清单。", "Make every test run to its end."),
  REF01: code("reference", "reference-red", "修好参考实现，或者修好测试。", "Mend the reference, or the test."),
  REF02: code("reference", "reference-does-not-build", "先让参考实现通过编译。", "Make the reference compile first."),
  REF03: code("reference", "unsteady", "去掉测试里靠运气的部分：顺序只能来自闸门。", "Take chance out of the test: order comes from gates only."),
  REF04: code("reference", "alternative-refused", "放宽测试：别的正确写法也必须通过。", "Widen the test: another correct style must pass too."),
  STEP01: code("steps", "pattern-selects-wrongly", "让测试名以步骤的模式开头，并且只属于这一步。", "Start the titles with the step's pattern, and let it select no other step's test."),
  STEP02: code("steps", "tests-differ", "让清单里的测试和套件里的完全一致。", "Make the manifest's tests and the suite's the same."),
  STEP03: code("steps", "title-misformed", "测试名写成“<模式> <标签>：<规则>”，全课程不重名。", "Write titles as `<pattern> <tag>：<rule>`, each once in the course."),
  STEP04: code("steps", "command-unknown", "只写这一章的清单能给出的命令。", "Quote only commands that the chapter's manifest yields."),
  STEP05: code("steps", "quote-stale", "把引文改成源码里现在的样子。", "Make the quotation what the source says now."),
  STEP06: code("steps", "hints-incomplete", "给每一步写一节提示，里面有 1、2、3 三级。", "Write a section a step, with the grades 1, 2 and 3 in it."),
  BREAK01: code("breaks", "does-not-apply", "让 reference 那段在源码里恰好出现一次。", "Make the reference part occur exactly once in the source."),
  BREAK02: code("breaks", "does-not-type-check", "换一种能通过类型检查的错法。", "Choose a fault that still type-checks."),
  BREAK03: code("breaks", "survives", "补一个能抓住它的测试。", "Write the test that catches it."),
  BREAK04: code("breaks", "reds-differ", "把 reds 改成真正变红的测试，或者改窄这个错误。", "Make `reds` what turns red, or make the fault narrower."),
  BREAK05: code("breaks", "earlier-test-red", "错误只能落在本章的源码里。", "Let the fault stay within the chapter's own sources."),
  LEAK01: code("leaks", "reference-line", "别让参考实现的这一行进到练习目录里。", "Keep this line of the reference out of the practice directory."),
  LEAK02: code("leaks", "later-file", "练习目录里不该有后面章节的文件。", "A practice directory holds no file of a later chapter."),
  LEAK03: code("leaks", "git-history", "练习目录里不该有 .git。", "A practice directory holds no .git."),
  CLOCK01: code("clock", "suite-uses-clock", "用闸门（gate、atRest）排顺序，不要等时间。", "Take order from gates (gate, atRest), never from time."),
  CLOCK02: code("clock", "source-uses-clock", "把时间作为参数传进来；确实需要时，在 chapter.json 的 clock 里写上这个文件。", "Take time as a parameter; where a source needs a clock, name it in chapter.json's `clock`."),
} as const satisfies { readonly [code: string]: CodeMeaning };

export type ProblemCode = keyof typeof problemCodes;

function code(proof: ProofName, name: string, zh: string, en: string): CodeMeaning {
  return { proof, name, remedy: { zh, en } };
}
