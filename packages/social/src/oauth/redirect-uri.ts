import type { Context } from "@keyhold/core/plugin";
import type { Provider } from "../provider.js";

/** The redirect URI: the registration at the provider must have exactly this URL (RFC 6749, section 3.1.2.2). */
export const redirectURIOf = ({ settings }: Context, { id, options }: Provider): string =>
  options.redirectURI ?? `${settings.origin}${settings.publicPath}/callback/${id}`;
