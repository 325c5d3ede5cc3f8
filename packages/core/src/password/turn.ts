import type { Settings } from "../contract/config.js";
import type { Caller } from "../contract/context.js";

/** With which jobs a password takes turns until it is hashed: networks in turn, and in each network its buckets. */
export interface HashTurn {
  /** The network of the client: /48 of IPv6, /24 of IPv4. */
  readonly network: string;
  /** What rate limits count by in that network. */
  readonly bucket: string;
  /** Whether the client's browser has signed in to this account before. Such clients come first. */
  readonly isKnown: boolean;
}

/** The turn of a client. `isServerCall`: the app's own code calls, and may not say for which client. */
export function clientTurn(
  { clientAddress }: Pick<Settings, "clientAddress">,
  { ipAddress, isServerCall }: { readonly ipAddress: string | null; readonly isServerCall: boolean },
): HashTurn {
  if (isServerCall && ipAddress === null) return { network: "server calls", bucket: "server calls", isKnown: false };
  const network = clientAddress.networkOf(ipAddress);
  return { network, bucket: clientAddress.bucketOf(ipAddress), isKnown: false };
}

/**
 * The turn of a caller who waits for the answer. `isKnown`: this browser has signed in to this account before.
 *
 * @throws Error if the called endpoint does not declare `hashes`: the limit per network would not count its calls.
 */
export function turnOf({ hashTurn }: Pick<Caller, "hashTurn">, { isKnown = false } = {}): HashTurn {
  if (!hashTurn)
    throw new Error("This endpoint hashes a password, and its declaration does not set the property hashes.");
  return { ...hashTurn, isKnown };
}

/** The turn of work that continues after the answer. It takes turns with the requests of the same network. */
export const turnAfterAnswer = (caller: Pick<Caller, "hashTurn">): HashTurn => ({
  ...turnOf(caller),
  bucket: "after the answer",
});
