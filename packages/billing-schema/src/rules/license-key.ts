import { requireCount, requireInteger, requireText, requireTime, unknownWord } from "./argument.js";
import { addDays, addMonths } from "./calendar.js";

/** For how long license keys of a benefit are good: `ttl` years, months or days. */
export interface LicenseKeyLifetime {
  readonly ttl: number;
  /** "year", "month" or "day". */
  readonly timeframe: string;
}

/** An activation of a key for a device or place. */
export interface LicenseKeyActivationRule {
  readonly id: string;
  /** A validation must repeat these values exactly; an empty map requires no values. */
  readonly conditions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The state of a license key that decides about the key's use. */
export interface LicenseKeyRule {
  /** Only `granted` may be used. */
  readonly status: string;
  /** Null is never. */
  readonly expiresAt: Date | null;
  /** The maximum usage; null and 0 are without limit. */
  readonly limitUsage: number | null;
  /** The usage so far. */
  readonly usage: number;
  readonly benefitId?: string | null | undefined;
  readonly customerId?: string | null | undefined;
  /** The active activations. */
  readonly activations?: readonly LicenseKeyActivationRule[] | undefined;
}

/** The use to be decided; null means not given. */
export interface LicenseKeyRequest {
  readonly activationId?: string | null | undefined;
  readonly conditions?: Readonly<Record<string, unknown>> | null | undefined;
  readonly benefitId?: string | null | undefined;
  readonly customerId?: string | null | undefined;
  /** By how much this use would raise the usage, from 0. */
  readonly incrementUsage?: number | null | undefined;
}

/** The reason for rejecting a use: the first failed check, in this order. */
export type LicenseKeyRejection = "status" | "expired" | "activation" | "conditions" | "benefit" | "customer" | "usage";

/** The answer to a validation, with the usage afterwards. */
export type LicenseKeyDecision =
  | { readonly ok: true; readonly usage: number }
  | { readonly ok: false; readonly error: LicenseKeyRejection };

/** The answer to an activation. */
export type LicenseKeyActivationDecision = { readonly ok: true } | { readonly ok: false; readonly error: "limit" };

/**
 * The expiry of a key granted at `grantedAt`, by the billing rules on license keys: calendar addition in UTC, clamped
 * to the end of the month. A null lifetime is null: never. Throws a `RangeError` for an invalid date, a `ttl` below 1
 * or a result beyond the range of `Date`, and a `TypeError` for an unknown timeframe.
 *
 * @example
 * licenseKeyExpiresAt(new Date("2025-01-31T00:00:00Z"), { ttl: 1, timeframe: "month" }); // 28 February 2025
 */
export function licenseKeyExpiresAt(grantedAt: Date, lifetime: LicenseKeyLifetime | null): Date | null {
  const granted = new Date(requireTime("grantedAt", grantedAt));
  if (lifetime === null) return null;
  const ttl = requireInteger("ttl", lifetime.ttl, 1);
  switch (lifetime.timeframe) {
    case "day":
      return addDays(granted, ttl);
    case "month":
      return addMonths(granted, ttl);
    case "year":
      return addMonths(granted, ttl * 12);
    default:
      throw unknownWord("timeframe", lifetime.timeframe, ["year", "month", "day"]);
  }
}

/**
 * True if a key is expired, from the millisecond of `expiresAt` on; false for null. Throws a `RangeError` for an
 * invalid date.
 *
 * @example
 * isLicenseKeyExpired(new Date(1000), new Date(1000)); // true
 */
export function isLicenseKeyExpired(expiresAt: Date | null, now: Date): boolean {
  const time = requireTime("now", now);
  return expiresAt !== null && time >= requireTime("expiresAt", expiresAt);
}

/**
 * Decides if a key may be used, by the billing rules on license keys. In this order: the key is granted; not expired;
 * the activation, if given, belongs to the key, and the activation's conditions, if any, are repeated exactly; the
 * benefit and the customer, if given, are the key's; and the increment, if given, is within the rest of the limit.
 * Conditions are flat maps, compared key by key and without conversion: `1` is not `"1"`.
 *
 * Throws a `RangeError` for an invalid date, and unless usage, limit and increment are safe integers from 0.
 *
 * @example
 * decideLicenseKeyUse(
 *   { status: "granted", expiresAt: null, limitUsage: 10, usage: 9 },
 *   { incrementUsage: 2 },
 *   new Date(0),
 * ); // { ok: false, error: "usage" }
 */
export function decideLicenseKeyUse(key: LicenseKeyRule, request: LicenseKeyRequest, now: Date): LicenseKeyDecision {
  const isExpired = isLicenseKeyExpired(key.expiresAt, now);
  const increment = requireCount("incrementUsage", request.incrementUsage ?? 0);
  const limit = requireCount("limitUsage", key.limitUsage ?? 0);
  requireCount("usage", key.usage);
  const isIncremented = request.incrementUsage !== null && request.incrementUsage !== undefined;
  if (key.status !== "granted") return { ok: false, error: "status" };
  if (isExpired) return { ok: false, error: "expired" };
  const refusal = refusalOfActivation(key, request);
  if (refusal !== null) return { ok: false, error: refusal };
  if (!isAsked(request.benefitId, key.benefitId)) return { ok: false, error: "benefit" };
  if (!isAsked(request.customerId, key.customerId)) return { ok: false, error: "customer" };
  if (isIncremented && limit > 0 && increment > limit - key.usage) return { ok: false, error: "usage" };
  return { ok: true, usage: requireCount("The usage", key.usage + increment) };
}

/**
 * Decides if another activation is allowed, by the billing rules on license keys: only if the key has a limit of
 * activations (null allows no activation) and fewer are active. Status and expiry are checked by `decideLicenseKeyUse`.
 * Throws a `RangeError` unless the counts are safe integers from 0.
 *
 * @example
 * decideLicenseKeyActivation({ limitActivations: 3, activeActivations: 3 }); // { ok: false, error: "limit" }
 */
export function decideLicenseKeyActivation(key: {
  readonly limitActivations: number | null;
  readonly activeActivations: number;
}): LicenseKeyActivationDecision {
  const active = requireCount("activeActivations", key.activeActivations);
  const limit = requireCount("limitActivations", key.limitActivations ?? 0);
  return active < limit ? { ok: true } : { ok: false, error: "limit" };
}

/**
 * The key in the customer's form: the UUID in capitals, after the trimmed prefix in capitals and a hyphen. A blank
 * prefix counts as absent. Throws a `TypeError` when `uuid` is not a UUID.
 *
 * @example
 * formatLicenseKey("3c9f0e1a-7b52-4d6e-9a10-5f4e3d2c1b0a", " pro "); // "PRO-3C9F0E1A-7B52-4D6E-9A10-5F4E3D2C1B0A"
 */
export function formatLicenseKey(uuid: string, prefix: string | null = null): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(requireText("uuid", uuid))) {
    throw new TypeError("uuid must be a UUID.");
  }
  const trimmed = prefix === null ? "" : requireText("prefix", prefix).trim().toUpperCase();
  return trimmed === "" ? uuid.toUpperCase() : `${trimmed}-${uuid.toUpperCase()}`;
}

/**
 * The key for display: the last six characters only. Throws a `TypeError` for a key that is not a string.
 *
 * @example
 * licenseKeyDisplay("PRO-3C9F0E1A-7B52-4D6E-9A10-5F4E3D2C1B0A"); // "****-2C1B0A"
 */
export function licenseKeyDisplay(key: string): string {
  return `****-${requireText("key", key).slice(-6)}`;
}

function refusalOfActivation(key: LicenseKeyRule, request: LicenseKeyRequest): "activation" | "conditions" | null {
  const { activationId } = request;
  if (activationId === null || activationId === undefined) return null;
  const activation = key.activations?.find((candidate) => candidate.id === activationId);
  if (activation === undefined) return "activation";
  const conditions = activation.conditions ?? {};
  if (Object.keys(conditions).length === 0) return null;
  return isSameMap(conditions, request.conditions ?? {}) ? null : "conditions";
}

function isSameMap(left: Readonly<Record<string, unknown>>, right: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && left[key] === right[key]);
}

/** True if no value is requested, or the requested value is the actual value. */
function isAsked(asked: string | null | undefined, actual: string | null | undefined): boolean {
  return asked === null || asked === undefined || asked === actual;
}
