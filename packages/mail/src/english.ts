import type { LetterOf, User } from "@keyhold/core";
import { lifetime } from "./lifetime.js";
import { oneLine } from "./one-line.js";

/** What mail programs turn into something to follow or to call: an address, a host, a number. */
const followed = /[/\\@:]|[.。．｡][\p{L}\p{N}]{2}|(?:\p{N}[\s().-]*){6}/u;
const longestName = 60;

/**
 * Whoever signs up with the address of somebody else chooses the name, and with it what we write to them: one that
 * could be an advertisement is left out.
 */
export function hello({ name }: Pick<User, "name">): string {
  const shown = oneLine(name);
  const isName = shown !== "" && [...shown].length <= longestName && !followed.test(shown);
  return isName ? `Hello ${shown},` : "Hello,";
}

type WithLink = Pick<LetterOf<"verify-email">, "expiresInSeconds">;

export const worksFor = ({ expiresInSeconds }: WithLink): string => `The link works for ${lifetime(expiresInSeconds)}.`;

export const worksOnce = ({ expiresInSeconds }: WithLink): string =>
  `The link works once, for ${lifetime(expiresInSeconds)}.`;

export const orCopy = "Or copy this address into your browser:";
