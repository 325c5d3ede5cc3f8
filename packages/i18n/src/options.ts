import type { UserRow } from "@keyhold/core";
import { checked, defineOptions, required, string } from "@keyhold/core/options";
import type { HeaderLookup } from "@keyhold/core/server";
import type { Language } from "./language/language.js";

/** The call that `detect` decides about. */
export interface DetectedCall {
  /** The headers of the request. */
  readonly headers: HeaderLookup;
  /** The user of the session; null: not signed in. */
  readonly user: UserRow | null;
}

/** The options of `i18n`; an omitted option has its default. */
export interface I18nOptions {
  /** The languages besides English, e.g. `[german, french]`, each from its own entry point. */
  readonly locales: readonly Language[];
  /** The column of the user with the language (BCP 47). A user without a value gets the language of the browser. Default "locale". */
  readonly userColumn: string;
  /**
   * Answers the language of a call (BCP 47), e.g. by a cookie of the app; null: by the column and the browser. Default null.
   */
  readonly detect: ((call: DetectedCall) => string | null | Promise<string | null>) | null;
}

/** The default of `userColumn`. */
export const defaultUserColumn = "locale";

export const i18nOptions = defineOptions<I18nOptions>({
  locales: required(checked<readonly Language[]>([], "be a list of languages, e.g. [german]", isLanguages)),
  userColumn: string(defaultUserColumn, '"language"'),
  detect: checked<I18nOptions["detect"]>(
    null,
    "be null or a function",
    (given) => given === null || typeof given === "function",
  ),
});

function isLanguages(given: unknown): boolean {
  return Array.isArray(given) && given.every(isLanguage);
}

const isLanguage = (given: unknown): boolean => {
  if (typeof given !== "object" || given === null) return false;
  const { locale, errors } = given as Partial<Language>;
  return typeof locale === "string" && isTag(locale) && typeof errors === "object" && errors !== null;
};

/** A tag goes into a header of answers (BCP 47). */
const isTag = (tag: string): boolean => /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(tag);
