import type { Settings } from "../contract/config.js";
import type { Caller } from "../contract/context.js";

/** The turn of a password in the hash queue: networks take turns, and in each network the buckets. */
export interface HashTurn {
  /** The network of the client: /48 of IPv6, /24 of IPv4. */
  readonly network: string;
  /** The key of rate limits in that network. */
  readonly bucket: string;
  /** Whether the client's browser has signed in to this account before. Such clients come first. */
  readonly isKnown: boolean;
}

/** The turn of a client. `isServerCall`: a server-side call of the app, possibly without a client IP address. */
export function clientTurn(
  { clientAddress }: Pick<Settings, "clientAddress">,
  { ipAddress, isServerCall }: { readonly ipAddress: string | null; readonly isServerCall: boolean },
): HashTurn {
  if (isServerCall && ipAddress === null) return { network: "server calls", bucket: "server calls", isKnown: false };
  const network = clientAddress.networkOf(ipAddress);
  return { network, bucket: clientAddress.bucketOf(ipAddress), isKnown: false };
}

/**
 * The turn of a caller that waits for the response. `isKnown`: this browser has signed in to this account before.
 *
 * @throws Error if the called endpoint does not declare `hashes`: the limit per network would not count the calls.
 */
export function turnOf({ hashTurn }: Pick<Caller, "hashTurn">, { isKnown = false } = {}): HashTurn {
  if (!hashTurn)
    throw new Error("This endpoint hashes a password, and its declaration does not set the property hashes.");
  return { ...hashTurn, isKnown };
}

/** The turn of work that continues after the response. That work takes turns with the requests of the network. */
export const turnAfterAnswer = (caller: Pick<Caller, "hashTurn">): HashTurn => ({
  ...turnOf(caller),
  bucket: "after the answer",
});
