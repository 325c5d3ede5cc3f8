import type { authClient } from "../auth-client.ts";

/** A session and its user. */
export type SignedIn = typeof authClient.$.session;
