import type { Caller, Context } from "@keyhold/core/plugin";
import type { DeviceAuthorizationOptions } from "../options.js";

/** ISO 3166-1 alpha-2. */
const code = /^[a-z]{2}$/i;
/** Proxies write this code for an unknown country. */
const unknown = "XX";

/** The country of a device, by the app's `countryOf`; null: not known. */
export async function countryOfDevice(
  ctx: Pick<Context, "later">,
  { countryOf }: Pick<DeviceAuthorizationOptions, "countryOf">,
  { headers, ipAddress }: Pick<Caller, "headers" | "ipAddress">,
): Promise<string | null> {
  const answer = await asked(ctx, countryOf, { headers, ipAddress });
  if (typeof answer !== "string" || !code.test(answer)) return null;
  const country = answer.toUpperCase();
  return country === unknown ? null : country;
}

/** The country is a hint: a fault of the app's function stops no device. */
async function asked(
  ctx: Pick<Context, "later">,
  countryOf: DeviceAuthorizationOptions["countryOf"],
  origin: Pick<Caller, "headers" | "ipAddress">,
): Promise<unknown> {
  try {
    return await countryOf?.(origin);
  } catch (error) {
    ctx.later("Finding the country of a device", () => Promise.reject(error));
    return null;
  }
}
