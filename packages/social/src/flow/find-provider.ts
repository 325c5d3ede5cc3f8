import type { Context } from "@keyhold/core/plugin";
import { socialErrors } from "../errors.js";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";

/** Throws PROVIDER_NOT_FOUND. */
export const findProvider = (ctx: Context<"PROVIDER_NOT_FOUND">, { providers }: Social, id: string): Provider =>
  providers.get(id) ?? ctx.fail(socialErrors.PROVIDER_NOT_FOUND);
