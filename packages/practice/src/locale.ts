/** Which of the two languages a command speaks. */

export type Language = "zh" | "en";

/** One text in every language that the course speaks. */
export interface Text {
  readonly zh: string;
  readonly en: string;
}

/** Environment variables, as `process.env` has them. */
export type Environment = { readonly [name: string]: string | undefined };

const LANGUAGE_VARIABLES = ["PI_COURSE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"];

/**
 * The language of a locale: the first variable that is set and not empty decides, in POSIX order
 * behind `PI_COURSE_LANG`. A Chinese locale (`zh`, `zh_CN.UTF-8`, `zh-Hans`) gives Chinese, any other
 * gives English.
 */
export function languageOf(environment: Environment): Language {
  const variable = LANGUAGE_VARIABLES.find((name) => environment[name]);
  const locale = variable === undefined ? "" : (environment[variable] ?? "");
  return /^zh(?![a-z])/i.test(locale) ? "zh" : "en";
}
