import type { Context } from "@keyhold/core";
import type { Social } from "./options.js";
import type { Provider } from "./provider.js";

/** Throws PROVIDER_NOT_FOUND. */
export const findProvider = (ctx: Context, { providers }: Social, id: string): Provider =>
  providers.get(id) ?? ctx.refuse("PROVIDER_NOT_FOUND");

/** Throws SCOPE_NOT_ALLOWED where the app lists what callers may ask for. */
export function refuseScopes(ctx: Context, { options }: Provider, wanted: readonly string[]): void {
  const { allowedScopes } = options;
  if (allowedScopes && wanted.some((scope) => !allowedScopes.includes(scope))) ctx.refuse("SCOPE_NOT_ALLOWED");
}
