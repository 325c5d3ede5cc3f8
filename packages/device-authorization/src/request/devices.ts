import type { Context, Row, TxContext } from "@keyhold/core/plugin";
import { activeSessions } from "@keyhold/core/session";
import type { deviceSessionModel } from "../models.js";

/** A session of a device. */
export type DeviceSessionRow = Row<typeof deviceSessionModel> & { readonly deviceClientId: string };

/** The active sessions of a user that were opened by a device, newest first. */
export async function deviceSessions(ctx: Context | TxContext, userId: string): Promise<readonly DeviceSessionRow[]> {
  const sessions = (await activeSessions(ctx, userId)) as readonly Row<typeof deviceSessionModel>[];
  return sessions.filter((session): session is DeviceSessionRow => session.deviceClientId !== null);
}
