import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { shownToken } from "@keyhold/core/session";
import { endpoint } from "../../endpoint.js";
import { clientOf } from "../../request/client.js";
import { deviceSessions } from "../../request/devices.js";

export const listDevices = endpoint({
  route: "GET /device/list",
  access: "session",
  doc: "The sessions that devices of the caller have opened, newest first; `token` identifies one for `device.revoke`.",
  input: z.object({}),
  output: z.array(
    z.object({
      token: z.string(),
      clientId: z.string(),
      /** What `clients` calls the app; its id, if the app is no longer listed. */
      clientName: z.string(),
      scopes: z.array(z.string()),
      createdAt: z.date(),
      updatedAt: z.date(),
      expiresAt: z.date(),
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
      isCurrent: z.boolean(),
    }),
  ),
  async handle({ session, ctx }, options) {
    const sessions = await deviceSessions(ctx, session.userId);
    return ok(
      sessions.map(
        ({ deviceClientId, deviceScope, createdAt, updatedAt, expiresAt, ipAddress, userAgent, ...row }) => ({
          token: shownToken(row),
          clientId: deviceClientId,
          clientName: clientOf(options, deviceClientId)?.name ?? deviceClientId,
          scopes: deviceScope ? deviceScope.split(" ") : [],
          createdAt,
          updatedAt,
          expiresAt,
          ipAddress,
          userAgent,
          isCurrent: row.id === session.id,
        }),
      ),
    );
  },
});
