import type { AskedPermissions, Statements } from "@keyhold/access";
import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { ApiKeyEndpoints } from "./endpoints.js";
import type { ApiKeyErrorCode } from "./errors.js";
import type { ApiKey, CreatedApiKey } from "./models.js";
import type { ApiKeyOffer } from "./options.js";
import type { ApiKeyTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { ApiKey, ApiKeyEndpoints, ApiKeyErrorCode, ApiKeyOffer, ApiKeyTypes, AskedPermissions, CreatedApiKey };

/** A named interface keeps the inferred types of apps short. */
export interface ApiKeyClient extends ClientPlugin<ApiKeyTypes> {}

/**
 * The client plugin for `apiKey()`. With the type of the app's own statements, as in `apiKeyClient<typeof statements>()`,
 * a misspelt permission does not compile.
 *
 * @example
 * const { data } = await client.apiKey.create({ name: "deploy", permissions: { files: ["read"] } });
 */
export function apiKeyClient<S extends Statements = Statements>(): ApiKeyClient & AskedPermissions<"api-key", S> {
  return clientPlugin({ id: "api-key", routes: clientRoutes });
}
