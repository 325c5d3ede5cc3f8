import { fingerprint } from "../secret/hash.js";

/**
 * The id of the only row with a name: derived from the name, so that a second insert conflicts. As long as every other
 * id.
 */
export const derivedId = (name: string): string => fingerprint(name).slice(0, 32);
