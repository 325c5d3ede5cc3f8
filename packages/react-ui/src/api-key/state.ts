import type { ListedApiKey } from "./types.js";

/** The state of a key that the list shows. */
export type ApiKeyState = "active" | "disabled" | "soon" | "expired";

const day = 86_400_000;
/** The server sends its first email about an end at this time before the end. */
const soonMilliseconds = 14 * day;

/** The state of a key at a time. A key "expires soon" in the last 14 days, or in the last quarter of a shorter life. */
export function stateOf(
  { enabled, expiresAt, createdAt }: Pick<ListedApiKey, "enabled" | "expiresAt" | "createdAt">,
  now: number,
): ApiKeyState {
  const left = expiresAt ? expiresAt.getTime() - now : Number.POSITIVE_INFINITY;
  if (left <= 0) return "expired";
  if (!enabled) return "disabled";
  const life = expiresAt ? expiresAt.getTime() - createdAt.getTime() : 0;
  return left <= Math.min(soonMilliseconds, life / 4) ? "soon" : "active";
}

/** Lives of a key that a form offers, in seconds. */
const usualLives = [7, 30, 90, 365].map((days) => days * 86_400);

/** The part of the server's offer about the end of keys. */
export interface KeyLives {
  readonly expiresInSeconds: number;
  readonly minExpiresInSeconds: number;
  readonly maxExpiresInSeconds: number;
  readonly allowEternal: boolean;
}

/** The lives that the server allows, in seconds, with its default; null: without an end. */
export function livesOf(offer: KeyLives): readonly (number | null)[] {
  const { expiresInSeconds, minExpiresInSeconds: min, maxExpiresInSeconds: max, allowEternal } = offer;
  const lives = usualLives.filter((life) => life >= min && life <= max && life !== expiresInSeconds);
  return [...[...lives, expiresInSeconds].sort((one, other) => one - other), ...(allowEternal ? [null] : [])];
}

/** Permissions in the form of a call, by the names of the checked boxes: `permissionField` names a box. */
export function permissionsIn(values: Readonly<Record<string, string | undefined>>): Record<string, string[]> {
  const permissions: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(values)) {
    const [resource, action] = /^may:(\S+):(\S+)$/.exec(name)?.slice(1).map(decodeURIComponent) ?? [];
    if (value === undefined || resource === undefined || action === undefined) continue;
    // A resource may be called "__proto__".
    const before = Object.hasOwn(permissions, resource) ? (permissions[resource] ?? []) : [];
    Object.defineProperty(permissions, resource, { value: [...before, action], enumerable: true, configurable: true });
  }
  return permissions;
}

/** The name of the checkbox of a permission: without blanks, because it is a part of the id. */
export const permissionField = (resource: string, action: string): string =>
  `may:${[resource, action].map(encodeURIComponent).join(":")}`;
