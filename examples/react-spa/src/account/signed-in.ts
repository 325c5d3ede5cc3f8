import type { authClient } from "../auth-client.ts";

/** A session and whose it is. */
export type SignedIn = typeof authClient.$.session;
