import type { Permissions } from "@keyhold/access";
import type { ApiKey, ApiKeyRow } from "../models.js";

/** A key in answers: without the hashes. The columns are named, because a check of a key takes longer to copy the rest. */
export function showKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    configId: row.configId,
    name: row.name,
    start: row.start,
    referenceId: row.referenceId,
    prefix: row.prefix,
    refillInterval: row.refillInterval,
    refillAmount: row.refillAmount,
    lastRefillAt: row.lastRefillAt,
    enabled: row.enabled,
    rateLimitEnabled: row.rateLimitEnabled,
    rateLimitTimeWindow: row.rateLimitTimeWindow,
    rateLimitMax: row.rateLimitMax,
    requestCount: row.requestCount,
    remaining: row.remaining,
    lastRequest: row.lastRequest,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    permissions: storedPermissions(row.permissions),
    metadata: objectIn(row.metadata),
    organizationId: row.organizationId,
    createdBy: row.createdBy,
    lastUsedIp: row.lastUsedIp,
    previousUntil: row.previousUntil,
  };
}

/** Many keys of an app have one text of permissions. */
const maxKept = 256;
const maxKeptLength = 1024;
const kept = new Map<string, Permissions | null>();

/** The permissions in a column, frozen; null: the key has no permissions. A text is parsed once. */
export function storedPermissions(stored: string | null): Permissions | null {
  if (stored === null) return null;
  const known = kept.get(stored);
  if (known !== undefined) return known;
  const read = deepFreeze(objectIn(stored)) as Permissions | null;
  if (stored.length > maxKeptLength) return read;
  if (kept.size >= maxKept) kept.clear();
  kept.set(stored, read);
  return read;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

/** The object in a JSON column. The previous library has written some objects as a text in a text. */
function objectIn(stored: string | null): Readonly<Record<string, unknown>> | null {
  const value = parse(stored);
  const inner = typeof value === "string" ? parse(value) : value;
  return typeof inner === "object" && inner !== null && !Array.isArray(inner)
    ? (inner as Readonly<Record<string, unknown>>)
    : null;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
