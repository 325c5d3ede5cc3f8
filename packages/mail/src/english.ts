import type { EmailOf, User } from "@keyhold/core";
import { safeName } from "@keyhold/core/safe-name";
import { lifetime } from "./lifetime.js";

/**
 * Whoever signs up with the address of somebody else chooses the name, and with it what we write to them: one that
 * could be an advertisement is left out.
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
