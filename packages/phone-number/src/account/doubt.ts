import type { Caller } from "@keyhold/core/plugin";
import { knownBrowserId } from "@keyhold/core/session";
import type { PhoneNumberOptions } from "../options.js";
import { standingOf } from "../recycled/use.js";

/** A proof of the number of a user. */
interface ProvenNumber {
  /** In E.164. */
  readonly number: string;
  readonly caller: Caller;
  readonly options: PhoneNumberOptions;
}

/**
 * Whether a proof of the number alone opens no account of its user. A browser with an earlier sign-in to the
 * account is the user.
 */
export const isInDoubt = async (
  ctx: Parameters<typeof standingOf>[0] & Parameters<typeof knownBrowserId>[0],
  user: Parameters<typeof standingOf>[1],
  { number, caller, options }: ProvenNumber,
): Promise<boolean> =>
  (await standingOf(ctx, user, number, options)) !== "sure" && knownBrowserId(ctx, caller, user.id) === null;
