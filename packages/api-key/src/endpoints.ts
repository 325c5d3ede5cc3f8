// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { createApiKey } from "./routes/create.js";
import { createApiKeyForOwner } from "./routes/create-api-key.js";
import { deleteApiKey } from "./routes/delete.js";
import { deleteAllExpiredApiKeys } from "./routes/delete-all-expired-api-keys.js";
import { disableLeakedApiKeys } from "./routes/disable-leaked-api-keys.js";
import { getApiKey } from "./routes/get.js";
import { listApiKeys } from "./routes/list.js";
import { reportLeaked } from "./routes/report-leaked.js";
import { rotateApiKey } from "./routes/rotate.js";
import { updateApiKey } from "./routes/update.js";
import { verifyApiKey } from "./routes/verify-api-key.js";

/** The calls, each under the name that its URL gives. */
export interface ApiKeyEndpoints {
  readonly apiKey: {
    /**
     * Makes an API key of the caller, or of an organization in which the caller has the permission `apiKey: create`.
     * The answer has the key, which is never shown again.
     */
    readonly create: typeof createApiKey;
    /** Deletes an API key, which works no more. */
    readonly delete: typeof deleteApiKey;
    /** An API key of the caller, or of an organization of the caller, without its secret. */
    readonly get: typeof getApiKey;
    /**
     * The API keys of the caller, or of an organization in which the caller has the permission `apiKey: read`, newest
     * first unless `sortDirection` says otherwise.
     */
    readonly list: typeof listApiKeys;
    /** Gives an API key a new secret. The old secret works for `overlapSeconds`, by default not at all. */
    readonly rotate: typeof rotateApiKey;
    /**
     * Changes an API key. The key can lose permissions, and cannot get more. `enabled: true` and `expiresIn` need a
     * recent proof.
     */
    readonly update: typeof updateApiKey;
  };
}

/** The calls for the app's own server code: no client has them. */
export interface ApiKeyServerEndpoints {
  /**
   * Makes an API key of a user or of an organization, with limited uses and a limit of its own. A refill sets
   * `remaining` to `refillAmount` after each `refillInterval` of milliseconds.
   */
  readonly createApiKey: typeof createApiKeyForOwner;
  /** Deletes every API key that has expired, in steps of 1,000 rows. */
  readonly deleteAllExpiredApiKeys: typeof deleteAllExpiredApiKeys;
  /**
   * Disables the API keys among texts that were found in public, and tells their owners. For reports that the app has
   * verified itself.
   */
  readonly disableLeakedApiKeys: typeof disableLeakedApiKeys;
  /**
   * Checks an API key, with the permissions that the call needs, and counts the use: one statement, unless the key
   * names an organization, or has limited uses or a limit that the database counts.
   */
  readonly verifyApiKey: typeof verifyApiKey;
}

export const endpoints: ApiKeyEndpoints & ApiKeyServerEndpoints = {
  apiKey: {
    create: createApiKey,
    delete: deleteApiKey,
    get: getApiKey,
    list: listApiKeys,
    rotate: rotateApiKey,
    update: updateApiKey,
  },
  createApiKey: createApiKeyForOwner,
  deleteAllExpiredApiKeys,
  disableLeakedApiKeys,
  verifyApiKey,
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [reportLeaked] as const;
