import type { ApiKeyOwner } from "./types.js";

/** The user, who may do everything with their own keys. */
export const userKeys: ApiKeyOwner = { organizationId: undefined, name: null, can: () => true, canGive: () => true };
