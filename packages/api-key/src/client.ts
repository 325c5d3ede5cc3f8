import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { ApiKeyEndpoints } from "./endpoints.js";
import type { ApiKeyErrorCode } from "./errors.js";
import type { ApiKey, CreatedApiKey } from "./models.js";
import type { ApiKeyOffer } from "./options.js";
import type { ApiKeyTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { ApiKey, ApiKeyEndpoints, ApiKeyErrorCode, ApiKeyOffer, ApiKeyTypes, CreatedApiKey };

/** A named interface keeps the inferred types of apps short. */
export interface ApiKeyClient extends ClientPlugin<ApiKeyTypes> {}

/**
 * The client plugin for `apiKey()`.
 *
 * @example
 * const { data } = await client.apiKey.create({ name: "deploy", permissions: { files: ["read"] } });
 */
export function apiKeyClient(): ApiKeyClient {
  return clientPlugin({ id: "api-key", routes: clientRoutes });
}
