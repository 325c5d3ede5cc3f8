import { AuthError, type User, type UserRow } from "@keyhold/core";
import type { Context, Hooks } from "@keyhold/core/plugin";
import type { Language } from "../language/language.js";
import { acceptedLanguages, matchLanguage } from "../language/match.js";
import { translate } from "../language/translate.js";
import type { I18nOptions } from "../options.js";

/** The call that failed. */
type ErrorCall = Parameters<Hooks["error.answer"]>[1];

/** The answer depends on these: a cache that stores it keeps an answer per value. "cookie" is of every answer. */
const vary = "cookie, accept-language";

/** The hooks of core that the plugin uses. */
export function hooksOf(options: I18nOptions): Partial<Pick<Hooks, "error.answer">> {
  return {
    async "error.answer"(error, call, ctx) {
      const language = await languageOf(options, call, ctx);
      const message = language && translate(language, error.code, error.message);
      const { issues, stepUp, signal } = error;
      const further = { issues, ...(stepUp && { stepUp }), ...(signal !== null && { signal }) };
      const named = language && message && { "content-language": language.locale };
      const headers = { ...error.headers, vary, ...named };
      return new AuthError(error, { ...further, headers, ...(message && { message }) });
    },
  };
}

/** Null: English. */
async function languageOf(options: I18nOptions, call: ErrorCall, ctx: Context): Promise<Language | null> {
  const { locales, userColumn } = options;
  const accepted = acceptedLanguages(call.headers.get("accept-language"));
  const chosen = (await detected(options, call, ctx)) ?? columnOf(call.session?.user ?? null, userColumn);
  return matchLanguage(chosen === null ? accepted : [chosen, ...accepted], locales);
}

/** A function of the app that fails changes no answer but its language. */
async function detected({ detect }: I18nOptions, { headers, session }: ErrorCall, ctx: Context) {
  try {
    return (await detect?.({ headers, user: (session?.user as UserRow | undefined) ?? null })) || null;
  } catch {
    ctx.advise("i18n", "`detect` of i18n() has thrown: the error is answered in the language of the user or browser.");
    return null;
  }
}

function columnOf(user: User | null, column: string): string | null {
  const value: unknown = user && Reflect.get(user, column);
  return typeof value === "string" && value !== "" ? value : null;
}
