import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { browserHashOf } from "../browser/cookie.js";
import { describeDevice } from "../browser/describe.js";
import { endpoint } from "../endpoint.js";
import { deviceModel } from "../models.js";

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
    }),
  ),
  async handle({ session: { userId }, caller, ctx }) {
    const current = browserHashOf(ctx, caller);
    const order = { orderBy: "lastSeenAt", direction: "descending", limit: maxListed } as const;
    const devices = await ctx.db.list(deviceModel, { userId }, order);
    return ok(
      devices.map(({ userId: _, browserHash, ...shown }) => ({
        ...shown,
        browser: describeDevice(shown.userAgent),
        isCurrent: browserHash === current,
      })),
    );
  },
});
