import type { Caller } from "@keyhold/core/plugin";
import type { DeviceAuthorizationOptions } from "../options.js";

/** ISO 3166-1 alpha-2. */
const code = /^[a-z]{2}$/i;
/** Proxies write this code for an unknown country. */
const unknown = "XX";

/** The country of a device, by the app's `countryOf`; null: not known. */
export async function countryOfDevice(
  { countryOf }: Pick<DeviceAuthorizationOptions, "countryOf">,
  { headers, ipAddress }: Pick<Caller, "headers" | "ipAddress">,
): Promise<string | null> {
  const answer: unknown = await countryOf?.({ headers, ipAddress });
  if (typeof answer !== "string" || !code.test(answer)) return null;
  const country = answer.toUpperCase();
  return country === unknown ? null : country;
}
