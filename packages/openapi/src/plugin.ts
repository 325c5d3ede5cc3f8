import { type Context, commonErrors, definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { documentOf } from "./document/document.js";
import type { OpenApiDocument } from "./document/types.js";
import { pages } from "./endpoints.js";
import { isLocal, type OpenApiOptions, openApiOptions } from "./options.js";
import { reference } from "./routes/reference.js";

/** A named interface keeps the inferred types of apps short. */
export interface OpenApiPlugin extends Plugin<PluginTypes> {}

/**
 * Serves the OpenAPI document of the auth at `GET /open-api/generate-schema`, and a page of it at `GET /reference`. On
 * this machine only, unless `enabled` is true.
 *
 * @param given options; see `OpenApiOptions` for their defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [openApi({ info: { version: "2.1.0" } })] })
 */
export function openApi(given: OpenApiOptions = {}): OpenApiPlugin {
  const { options, configErrors } = openApiOptions.read(given);
  const { path, enabled } = options;
  const made = new WeakMap<Context, OpenApiDocument>();
  const find = (ctx: Context): OpenApiDocument => {
    if (!(enabled ?? isLocal(ctx.settings.origin))) return ctx.fail(commonErrors.NOT_FOUND);
    const document = made.get(ctx) ?? documentOf(ctx, options);
    made.set(ctx, document);
    return document;
  };
  return definePlugin({
    id: "open-api",
    options: { find },
    pages: [...pages, reference(path)],
    configErrors,
  });
}
