import type { Context } from "@keyhold/core/plugin";
import { deviceAuthorizationErrors } from "../errors.js";
import type { DeviceAuthorizationOptions, DeviceClient } from "../options.js";

/** The app with this `client_id`; null: no such app. */
export const clientOf = ({ clients }: DeviceAuthorizationOptions, id: string): DeviceClient | null =>
  (Object.hasOwn(clients, id) && clients[id]) || null;

/**
 * The app with this `client_id`.
 *
 * @throws AuthError INVALID_CLIENT
 */
export const requireClient = (
  ctx: Context<"INVALID_CLIENT">,
  options: DeviceAuthorizationOptions,
  id: string,
): DeviceClient => clientOf(options, id) ?? ctx.fail(deviceAuthorizationErrors.INVALID_CLIENT);

/**
 * The scopes of a request, each once and separated by blanks.
 *
 * @throws AuthError INVALID_SCOPE
 */
export function scopeOf(ctx: Context<"INVALID_SCOPE">, { scopes = [] }: DeviceClient, asked: string): string {
  const named = [...new Set(asked.split(" ").filter((scope) => scope !== ""))];
  if (!named.every((scope) => scopes.includes(scope))) ctx.fail(deviceAuthorizationErrors.INVALID_SCOPE);
  return named.join(" ");
}
