import type { Context } from "@keyhold/core/plugin";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";

/** Throws PROVIDER_NOT_FOUND. */
export const findProvider = (ctx: Context, { providers }: Social, id: string): Provider =>
  providers.get(id) ?? ctx.refuse("PROVIDER_NOT_FOUND");
