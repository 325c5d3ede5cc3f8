import type { Permissions } from "@keyhold/access";
import type { ApiKey, ApiKeyRow } from "../models.js";

/** A key in answers: every column but the hashes. */
export function showKey(row: ApiKeyRow): ApiKey {
  const { key: _hash, previousKey: _previous, userId: _user, usedFrom: _addresses, noticeAt: _notice, ...rest } = row;
  const { permissions, metadata, ...shown } = rest;
  return { ...shown, permissions: storedPermissions(permissions), metadata: objectIn(metadata) };
}

/** The permissions in a column; null: the key has no permissions. */
export const storedPermissions = (stored: string | null): Permissions | null => objectIn(stored) as Permissions | null;

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
