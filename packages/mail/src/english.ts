import type { EmailOf, User } from "@keyhold/core";
import { safeName } from "@keyhold/core/safe-name";
import { lifetime } from "./lifetime.js";

/**
 * The greeting. A user who signs up with another person's address chooses the name in the email, so a name resembling
 * an advertisement is omitted.
 */
export function hello({ name }: Pick<User, "name">): string {
  const shown = safeName(name);
  return shown === null ? "Hello," : `Hello ${shown},`;
}

type WithLink = Pick<EmailOf<"verify-email">, "expiresInSeconds">;

export const worksFor = ({ expiresInSeconds }: WithLink): string => `The link works for ${lifetime(expiresInSeconds)}.`;

export const worksOnce = ({ expiresInSeconds }: WithLink): string =>
  `The link works once, for ${lifetime(expiresInSeconds)}.`;

export const orCopy = "Or copy this address into your browser:";
