import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { endpoints, type PublicOptionsEndpoints } from "./endpoints.js";

/** The types of both halves. */
export interface PublicOptionsTypes extends PluginTypes {
  readonly endpoints: PublicOptionsEndpoints;
}

/** A named interface keeps the inferred types of apps short. */
export interface PublicOptionsPlugin extends Plugin<PublicOptionsTypes> {}

/**
 * Serves `GET /public-options`: the offers of the server, for screens. The answer has no secret and no user, and browsers
 * and proxies may keep it for a minute.
 *
 * @returns the plugin for `createAuth({ plugins })`
 * @example createAuth({ …, plugins: [publicOptions(), username()] })
 */
export const publicOptions = (): PublicOptionsPlugin =>
  definePlugin<PublicOptionsTypes>({ id: "public-options", endpoints });
