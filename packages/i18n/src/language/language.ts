import type { englishApps } from "./english-apps.js";
import type { englishUsers } from "./english-users.js";

/** The messages of errors of calls, users and ways to sign in, by code. */
export type UserErrors = { readonly [Code in keyof typeof englishUsers]: string };

/** The messages of errors of organizations, administration, billing and providers, by code. */
export type AppErrors = { readonly [Code in keyof typeof englishApps]: string };

/** A language of `i18n()`. */
export interface Language {
  /** The name of the language (BCP 47), e.g. "de" or "pt-BR". */
  readonly locale: string;
  /** The messages by code. A code that is missing stays English; codes of the app may be added. */
  readonly errors: Readonly<Record<string, string>>;
  /** Further messages, by the English sentence: a call has answered with a sentence of its own. */
  readonly sentences?: Readonly<Record<string, string>>;
}
