import {
  type Caller,
  type Context,
  commonErrors,
  fingerprint,
  isIn,
  randomText,
  withQuery,
} from "@keyhold/core/plugin";
import { deviceAuthorizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { deviceCodeModel } from "../models.js";
import type { DeviceAuthorizationOptions } from "../options.js";
import { countryOfDevice } from "./country.js";
import { newUserCode, shownUserCode } from "./user-code.js";

/** What a device asks for. */
export interface Asked {
  readonly clientId: string;
  readonly scope: string;
  readonly caller: Caller;
}

/** The answer to a device (RFC 8628, section 3.2). */
export interface Issued {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** The pending requests of one app at one address. */
const maxPending = 10;

/**
 * Stores the request of a device. At most ten requests of an app at an address are pending: each has a place, and the
 * unique index of the places decides.
 *
 * @throws AuthError TOO_MANY_REQUESTS
 */
export async function issueCode(
  ctx: Context<"INVALID_CLIENT">,
  { clientId, scope, caller }: Asked,
  options: DeviceAuthorizationOptions,
): Promise<Issued> {
  const { ipAddress, headers } = caller;
  const { expiresInSeconds, intervalSeconds, verificationPage } = options;
  // A page of another site would use up the requests of an address.
  if (headers.get("sec-fetch-site") === "cross-site") return ctx.fail(deviceAuthorizationErrors.INVALID_CLIENT);
  const deviceCode = randomText(43);
  const row = {
    deviceCode: fingerprint(deviceCode),
    expiresAt: new Date(ctx.now().getTime() + expiresInSeconds * 1000),
    pollingInterval: intervalSeconds * 1000,
    clientId,
    scope,
    requestedIp: ipAddress,
    requestedCountry: await countryOfDevice(ctx, options, caller),
  };
  const userCode = await insertCode(ctx, row, await freePlaces(ctx, clientId, ipAddress));
  if (userCode === null)
    return ctx.fail(commonErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": String(intervalSeconds) } });
  emit(ctx, { type: "device.requested", clientId, scope, ipAddress });
  const user_code = shownUserCode(userCode);
  return {
    device_code: deviceCode,
    user_code,
    verification_uri: withQuery(ctx.settings, verificationPage),
    verification_uri_complete: withQuery(ctx.settings, verificationPage, { user_code }),
    expires_in: expiresInSeconds,
    interval: intervalSeconds,
  };
}

/** The places that no pending request has. Devices without a known address have no places: they would share them all. */
async function freePlaces(
  ctx: Context,
  clientId: string,
  ipAddress: string | null,
): Promise<readonly (string | null)[]> {
  if (ipAddress === null) return [null];
  const bucket = ctx.settings.clientAddress.bucketOf(ipAddress);
  const places = Array.from({ length: maxPending }, (_, index) => `${clientId}|${bucket}|${index}`);
  const rows = await ctx.db.list(deviceCodeModel, { place: isIn(places) }, { orderBy: "id", limit: maxPending });
  const taken = new Set<string | null>();
  for (const { id, place, expiresAt } of rows) {
    if (expiresAt <= ctx.now()) await ctx.db.remove(deviceCodeModel, { id });
    else taken.add(place);
  }
  return places.filter((place) => !taken.has(place));
}

interface NewCode {
  readonly deviceCode: string;
  readonly expiresAt: Date;
  readonly pollingInterval: number;
  readonly clientId: string;
  readonly scope: string;
  readonly requestedIp: string | null;
  readonly requestedCountry: string | null;
}

/** Inserts a request at the first place that is still free; answers with the user code. Null: no place is free. */
async function insertCode(ctx: Context, row: NewCode, places: readonly (string | null)[]): Promise<string | null> {
  for (const place of places) {
    // A conflict of the user code uses up a place: of 26 billion codes few are pending.
    const inserted = await ctx.db.insert(
      deviceCodeModel,
      { ...row, userCode: newUserCode(), place },
      { onConflict: () => null },
    );
    if (inserted) return inserted.userCode;
  }
  return null;
}
