import { withoutDirections } from "@keyhold/core/plugin";
import { parseMailbox } from "@keyhold/core/users";
import type { GivenIdentity } from "../provider.js";

/** A validated identity. Only `subject` identifies the user. */
export interface Identity {
  readonly subject: string;
  /** Normalized as stored; null if missing or invalid. */
  readonly email: string | null;
  /** Whether the provider has verified the email address. */
  readonly emailVerified: boolean;
  /** Null if missing. */
  readonly name: string | null;
  readonly image: string | null;
}

const maxSubjectLength = 255;
const maxNameLength = 255;
const maxImageLength = 2048;

/**
 * Validates the identity in a profile; null without a valid `subject`. `isOfIdToken`: the subject may have blanks (OpenID
 * Connect Core 1.0, section 2). In other profiles a text with blanks is a name.
 */
export function parseIdentity(given: GivenIdentity, isOfIdToken: boolean): Identity | null {
  const subject = parseSubject(given.subject, isOfIdToken);
  if (subject === null) return null;
  const email = typeof given.email === "string" ? parseMailbox(given.email) : null;
  return {
    subject,
    email,
    // The text "true" is not accepted.
    emailVerified: email !== null && given.emailVerified === true,
    name: parseName(given.name),
    image: parseImage(given.image),
  };
}

function parseSubject(given: unknown, hasBlanks: boolean): string | null {
  const text = Number.isSafeInteger(given) ? String(given) : given;
  if (typeof text !== "string" || text.length > maxSubjectLength) return null;
  // MySQL ignores blanks at the end of a text.
  return (hasBlanks ? /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/ : /^[\x21-\x7e]+$/).test(text) ? text : null;
}

/** One line of at most 255 characters; null if the value has no text. */
export const parseName = (given: unknown): string | null => parseLine(given, maxNameLength);

/** A text in one line, truncated to `longest` characters; null if the value has no text. */
export function parseLine(given: unknown, longest: number): string | null {
  if (typeof given !== "string") return null;
  const line = withoutDirections(given.slice(0, longest).toWellFormed())
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line === "" ? null : line;
}

/** Pages show the image unchanged: only http and https URLs are accepted, no scripts and no data URLs. */
export function parseImage(given: unknown): string | null {
  if (typeof given !== "string" || given.length > maxImageLength || !URL.canParse(given)) return null;
  const { protocol, href } = new URL(given);
  return (protocol === "https:" || protocol === "http:") && href.length <= maxImageLength ? href : null;
}
