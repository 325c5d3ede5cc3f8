import type { SessionRow, User } from "@keyhold/core";
import type { Caller, Locked, TxContext } from "@keyhold/core/plugin";
import { endSession, type JoinedSession, outlivesBrowser, parkSession } from "@keyhold/core/session";
import { deviceModel, deviceSessionModel } from "../models.js";
import type { MultiSessionOptions } from "../options.js";
import { type DeviceKey, deviceCookieOf, keysOf, newKey } from "./key.js";
import { allSessionsOf, type DeviceRow, isRecent } from "./sessions.js";

type LockedDevice = Locked<typeof deviceModel>;

/** A session that is about to be opened in a browser. */
export interface Opening {
  readonly user: User;
  /** The browser's present session of another user; null: no such session. */
  readonly other: SessionRow | null;
  /** The ids of the sessions with which the session ends. */
  readonly comesFrom: readonly string[];
  readonly isRemembered: boolean;
  readonly caller: Caller;
}

/**
 * Adds a session to the sessions of a browser. The lock of the browser's row keeps their number: of sign-ins at one time,
 * each waits for the sign-in before. An earlier session of the user in this browser ends,
 * unless the new session comes from it, e.g. by way of another host.
 */
export async function joinDevice(
  ctx: TxContext,
  { user, other, comesFrom, isRemembered, caller }: Opening,
  { maximumSessions }: MultiSessionOptions,
): Promise<JoinedSession> {
  const present = await lockDevice(ctx, caller);
  const { key, deviceKey } = newKey();
  const deviceId = await renewDevice(ctx, present?.device ?? null, { browserHash: deviceKey, caller });
  const sessions = present ? await allSessionsOf(ctx, present.device) : [];
  const isOwn = (session: DeviceRow): boolean => session.deviceKey === present?.key.deviceKey;
  const mayEnd = ({ id }: SessionRow): boolean => !comesFrom.includes(id);
  const isReplaced = (session: DeviceRow): boolean => isOwn(session) && session.userId === user.id && mayEnd(session);
  const [replaced, others] = partition(sessions, isReplaced);
  for (const session of replaced) await endSession(ctx, session, "replaced");

  // A hook may have ended the session, e.g. of a guest.
  const all = withOther(others, other && (await ctx.db.find(deviceSessionModel, { id: other.id })));
  const excess = Math.max(0, all.length + 1 - maximumSessions);
  const ending = new Set(all.filter(mayEnd).slice(0, excess));
  for (const session of ending) await endSession(ctx, session, "too many sessions");
  const isLeft = (session: SessionRow): boolean => session.id === other?.id || isOwn(session as DeviceRow);
  const kept = all.filter((session) => !ending.has(session) && isLeft(session));
  for (const session of kept) await parkSession(ctx, session, { deviceId, deviceKey });

  const isLong = ctx.settings.session.expiresInSeconds > 86_400;
  const remembers = isRemembered && isLong && kept.every((session) => outlivesBrowser(ctx, session));
  const cookie = deviceCookieOf(ctx, { deviceId, key, isRemembered: remembers || caller.isBearer });
  return { columns: { deviceId, deviceKey }, cookies: [cookie] };
}

/**
 * The locked row of the caller's browser, and the key. Null: no row, or an earlier key. A sign-in with a key that was
 * just replaced counts for the row, and gets no session of the other sign-in.
 */
async function lockDevice(
  ctx: TxContext,
  caller: Caller,
): Promise<{ readonly device: LockedDevice; readonly key: DeviceKey } | null> {
  for (const key of keysOf(ctx, caller)) {
    const device = await ctx.db.lock(deviceModel, key.deviceId);
    if (!device) continue;
    if (device.browserHash === key.deviceKey || isRecent(ctx, device)) return { device, key };
  }
  return null;
}

/** Writes the new key of a browser, for a new browser with a new row; answers with the id of the row. */
async function renewDevice(
  ctx: TxContext,
  device: LockedDevice | null,
  { browserHash, caller }: { readonly browserHash: string; readonly caller: Caller },
): Promise<string> {
  const { ipAddress, userAgent } = caller;
  const seen = { browserHash, lastSeenAt: ctx.now(), ipAddress, userAgent };
  if (device) await ctx.db.update(deviceModel, device.id, seen);
  const row = device ?? (await ctx.db.insert(deviceModel, { ...seen, firstSeenAt: ctx.now() }));
  return row.id;
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [first: readonly T[], second: readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** The sessions of a browser with its present session, oldest first. */
const withOther = (sessions: readonly DeviceRow[], other: SessionRow | null): readonly SessionRow[] =>
  other === null || sessions.some(({ id }) => id === other.id)
    ? sessions
    : [...sessions, other].toSorted((one, two) => one.createdAt.getTime() - two.createdAt.getTime());
