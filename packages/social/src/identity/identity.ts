import { parseEmail } from "@keyhold/core/internal";
import type { GivenIdentity } from "../provider.js";

/** Who came, by what can be relied on: `subject` names the person, nothing else does. */
export interface Identity {
  readonly subject: string;
  /** In the one form that is stored; null when the provider tells none, or none that is one. */
  readonly email: string | null;
  /** Whether the provider has proof of the address. */
  readonly emailVerified: boolean;
  /** Null when the provider tells none. */
  readonly name: string | null;
  readonly image: string | null;
}

const maxSubjectLength = 255;
const maxNameLength = 255;
const maxImageLength = 2048;

/** What a provider said, as far as it can be believed; null when it says of nobody who that is. */
export function parseIdentity(given: GivenIdentity): Identity | null {
  const subject = parseSubject(given.subject);
  if (subject === null) return null;
  const email = typeof given.email === "string" ? parseEmail(given.email) : null;
  return {
    subject,
    email,
    // "false" is a text, and no text is proof.
    emailVerified: email !== null && given.emailVerified === true,
    name: parseName(given.name),
    image: parseImage(given.image),
  };
}

function parseSubject(given: unknown): string | null {
  const text = Number.isSafeInteger(given) ? String(given) : given;
  if (typeof text !== "string" || text.length > maxSubjectLength) return null;
  return /^[\x21-\x7e]+$/.test(text) ? text : null;
}

/** One line of at most 255 characters; null when it is none. */
export const parseName = (given: unknown): string | null => parseLine(given, maxNameLength);

/** What is said in one line, cut at `longest` characters; null when nothing is. */
export function parseLine(given: unknown, longest: number): string | null {
  if (typeof given !== "string") return null;
  const line = given
    .slice(0, longest)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line === "" ? null : line;
}

/** A picture is shown as it comes: no script, and nothing that holds the whole picture. */
export function parseImage(given: unknown): string | null {
  if (typeof given !== "string" || given.length > maxImageLength || !URL.canParse(given)) return null;
  const { protocol, href } = new URL(given);
  return (protocol === "https:" || protocol === "http:") && href.length <= maxImageLength ? href : null;
}
