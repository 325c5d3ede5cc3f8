import { AsyncLocalStorage } from "node:async_hooks";
import type { EmailMessage } from "@keyhold/core";
import { defaultUserColumn } from "../options.js";

/** The languages of the call that does the present work, also in the background. */
export const running: AsyncLocalStorage<readonly string[]> = new AsyncLocalStorage<readonly string[]>();

/** An email in the outbox keeps the languages of its request: another call may deliver the email. */
export interface KeptLanguages {
  readonly languages?: readonly string[];
}

/**
 * The languages of the request that does the present work, also in the background: the header `Accept-Language`, the
 * preferred language first. Empty outside of a call, and without the plugin `requestLanguage()`.
 *
 * @example sendMessage: (message) => texts.send({ ...message, language: languagesOfRequest()[0] ?? "en" })
 */
export const languagesOfRequest = (): readonly string[] => running.getStore() ?? [];

/**
 * The languages of an email, for the option `languageOf` of `nodemailer()` and `renderEmail`: the column `locale` of the
 * user, then the header `Accept-Language` of the request that causes the email (RFC 9110, section 12.5.4).
 *
 * @param message the email
 * @returns languages (BCP 47), the preferred language first; empty: English
 * @example nodemailer(transport, { from, languages: [german, french], languageOf: languageOfEmail })
 */
export function languageOfEmail(message: EmailMessage): readonly string[] {
  const user: unknown = "user" in message ? message.user : null;
  const column: unknown = typeof user === "object" && user !== null && Reflect.get(user, defaultUserColumn);
  if (typeof column === "string" && column !== "") return [column];
  return (message as KeptLanguages).languages ?? languagesOfRequest();
}
