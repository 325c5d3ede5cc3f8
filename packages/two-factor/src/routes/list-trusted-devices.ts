import { after, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { findTrusted } from "../browser/trusted-device.js";
import { endpoint } from "../endpoint.js";
import { trustedDeviceModel } from "../models.js";

const maxListed = 100;

export const listTrustedDevices = endpoint({
  route: "GET /two-factor/list-trusted-devices",
  access: "session",
  doc: "The browsers that the caller trusts, newest first.",
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      createdAt: z.date(),
      expiresAt: z.date(),
      lastUsedAt: z.date(),
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
      isCurrent: z.boolean(),
    }),
  ),
  async handle({ session: { userId }, caller, ctx }) {
    const current = await findTrusted(ctx, caller, userId);
    const where = { userId, expiresAt: after(ctx.now()) };
    const order = { orderBy: "createdAt", direction: "descending", limit: maxListed } as const;
    const devices = await ctx.db.list(trustedDeviceModel, where, order);
    return ok(
      devices.map(({ id, createdAt, expiresAt, lastUsedAt, ipAddress, userAgent }) => {
        return { id, createdAt, expiresAt, lastUsedAt, ipAddress, userAgent, isCurrent: id === current?.id };
      }),
    );
  },
});
