import type { Context } from "@keyhold/core/plugin";
import type { Provider } from "../provider.js";

/** Where the provider sends browsers back to: it must be registered there to the letter. */
export const redirectURIOf = ({ settings }: Context, { id, options }: Provider): string =>
  options.redirectURI ?? `${settings.origin}${settings.basePath}/callback/${id}`;
