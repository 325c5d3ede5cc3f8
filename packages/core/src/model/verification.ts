import { fingerprint } from "../secret/hash.js";

/**
 * The `identifier` of a row of the table `verification`: its purpose, and the hash of its name. The purposes are the
 * calls of `defineExpiringValue`, and the kinds of one-time tokens.
 */
export const verificationIdentifier = (purpose: string, name: string): string => `${purpose}:${fingerprint(name)}`;
