import { ok, type Row } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { activeSessions } from "@keyhold/core/session";
import { describeDevice } from "../browser/describe.js";
import { endpoint } from "../endpoint.js";
import { deviceModel, type deviceSessionModel } from "../models.js";

const maxListed = 100;

export const listDevices = endpoint({
  route: "GET /devices/list",
  access: "session",
  doc: "The devices with which the caller has signed in, the last used first.",
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      browser: z.string().nullable(),
      firstSeenAt: z.date(),
      lastSeenAt: z.date(),
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
      isCurrent: z.boolean(),
      /** The ids of the open sessions of the device, as in the list of sessions. */
      sessionIds: z.array(z.string()),
    }),
  ),
  async handle({ session: { id: sessionId, userId }, ctx }) {
    const order = { orderBy: "lastSeenAt", direction: "descending", limit: maxListed } as const;
    const devices = await ctx.db.list(deviceModel, { userId }, order);
    const sessions = (await activeSessions(ctx, userId)) as readonly Row<typeof deviceSessionModel>[];
    return ok(
      devices.map(({ userId: _, browserHash: __, ...shown }) => {
        const sessionIds = sessions.filter(({ userDeviceId }) => userDeviceId === shown.id).map(({ id }) => id);
        const isCurrent = sessionIds.includes(sessionId);
        return { ...shown, browser: describeDevice(shown.userAgent), isCurrent, sessionIds };
      }),
    );
  },
});
