import { randomText } from "@keyhold/core/plugin";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/*
 * A browser decodes the text to bytes and encodes them again. So the bits of the last character that belong to no byte
 * are zero: only every 4th, or every 16th, character is possible there.
 */

/** 32 random bytes in base64url. */
export const randomChallenge = (): string =>
  randomText(42, alphabet) + randomText(1, [...alphabet].filter((_, index) => index % 4 === 0).join(""));

/** 64 random bytes in base64url. */
export const randomUserHandle = (): string =>
  randomText(85, alphabet) + randomText(1, [...alphabet].filter((_, index) => index % 16 === 0).join(""));
