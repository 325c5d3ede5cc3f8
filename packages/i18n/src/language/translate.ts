import { englishApps } from "./english-apps.js";
import { englishUsers } from "./english-users.js";
import type { Language } from "./language.js";

const english: Readonly<Record<string, string>> = { ...englishUsers, ...englishApps };

const own = (texts: Readonly<Record<string, string>>, key: string): string | null =>
  (Object.hasOwn(texts, key) && texts[key]) || null;

/**
 * The message of an error in a language; null if the language has none. A message that is not the catalogue's is the
 * app's, and stays.
 */
export function translate({ errors, sentences = {} }: Language, code: string, message: string): string | null {
  const known = own(english, code);
  if (known === null || message === known || message === `${known}.`) return own(errors, code);
  return own(sentences, message);
}
