import type { PasskeyRow } from "../models.js";
import type { PasskeyOptions } from "../options.js";
import { allPasskeysOf, type ListReader } from "./passkeys.js";

/**
 * Whether a passkey alone signs in: the device finds the passkey without the id, and with `asSecondFactor` verifies the
 * user. What is not known counts as yes.
 */
export const signsIn = (
  { discoverable, userVerified }: Pick<PasskeyRow, "discoverable" | "userVerified">,
  { asSecondFactor }: Pick<PasskeyOptions, "asSecondFactor">,
): boolean => discoverable !== false && !(asSecondFactor && userVerified === false);

/** How many passkeys of a user sign in. */
export const countWays = async (
  reader: ListReader,
  userId: string,
  options: Pick<PasskeyOptions, "asSecondFactor">,
): Promise<number> => (await allPasskeysOf(reader, userId)).filter((passkey) => signsIn(passkey, options)).length;
