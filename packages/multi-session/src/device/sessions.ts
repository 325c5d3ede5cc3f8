import type { Session } from "@keyhold/core";
import {
  after,
  type Context,
  fingerprint,
  type Locked,
  type Row,
  type TxContext,
  userModel,
} from "@keyhold/core/plugin";
import { shownToken } from "@keyhold/core/session";
import { type deviceModel, deviceSessionModel } from "../models.js";
import type { DeviceKey } from "./key.js";

/** The row of a session with the added columns. */
export interface DeviceRow extends Row<typeof deviceSessionModel> {}
/** The session of a browser, with the user. */
export interface DeviceSession extends DeviceRow, Session {}

/** More than the maximum of a browser. */
const limit = 100;

/** The time since which sessions may have been opened: an earlier session has reached its absolute end. */
export const beginningOf = ({ settings, now }: Pick<Context | TxContext, "settings" | "now">): Date =>
  new Date(now().getTime() - settings.session.absoluteExpiresInSeconds * 1000);

/** Calls of one time come with one key and one token, which the first of them replaces. */
const graceMilliseconds = 60_000;

/** Whether the last sign-in or switch of a browser was within the last minute. */
export const isRecent = ({ now }: Pick<TxContext, "now">, { lastSeenAt }: Locked<typeof deviceModel>): boolean =>
  lastSeenAt.getTime() > now().getTime() - graceMilliseconds;

/** The active sessions of the browser with a key, newest first. */
export function sessionsOf(ctx: Context | TxContext, key: DeviceKey): Promise<readonly DeviceSession[]> {
  const { deviceId, deviceKey } = key;
  return ctx.db.list(
    deviceSessionModel,
    { deviceId, deviceKey, expiresAt: after(ctx.now()), createdAt: after(beginningOf(ctx)) },
    { orderBy: "createdAt", direction: "descending", limit, with: userModel },
  );
}

/** The active sessions of a locked browser, with any key, oldest first. */
export const allSessionsOf = (
  ctx: TxContext,
  { id: deviceId }: Locked<typeof deviceModel>,
): Promise<readonly DeviceRow[]> =>
  ctx.db.list(deviceSessionModel, { deviceId, expiresAt: after(ctx.now()) }, { orderBy: "createdAt", limit });

/** The session with this name: the hash of its token. The token itself names the active session, too. */
export const findNamed = <S extends { readonly token: string }>(sessions: readonly S[], name: string): S | null =>
  sessions.find((session) => [name, fingerprint(name)].includes(shownToken(session))) ?? null;
