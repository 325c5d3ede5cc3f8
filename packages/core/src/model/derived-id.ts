import { fingerprint } from "../secret/hash.js";

/** The id of the only row with a name: derived from the name, so that a second insert conflicts. As long as any id of ours. */
export const derivedId = (name: string): string => fingerprint(name).slice(0, 32);
