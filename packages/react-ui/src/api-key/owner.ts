import type { ApiKeyOwner } from "./types.js";

/** The user, with every right to their own keys. */
export const userKeys: ApiKeyOwner = { organizationId: undefined, name: null, can: () => true, canGive: () => true };
