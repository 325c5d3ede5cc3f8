import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { withLiveUser } from "@keyhold/core/session";
import { endpoint } from "../endpoint.js";
import { devicesErrors } from "../errors.js";
import { emit } from "../events.js";
import { deviceModel, maxNameLength } from "../models.js";

export const renameDevice = endpoint({
  route: "POST /devices/rename",
  access: "session",
  isPersonal: true,
  doc: "Names a device of the caller; null removes the name.",
  input: z.object({ id: z.string().max(64), name: z.string().min(1).max(maxNameLength).nullable() }),
  output: z.object({ status: z.boolean() }),
  errors: ["DEVICE_NOT_FOUND"],
  async handle({ input: { id, name }, session, ctx }) {
    await withLiveUser(ctx, session, async (ctx, user) => {
      const device = await ctx.db.find(deviceModel, { id, userId: user.id });
      if (!device) return ctx.fail(devicesErrors.DEVICE_NOT_FOUND);
      await ctx.db.update(deviceModel, device.id, { name }, user);
      emit(ctx, { type: "device.renamed", userId: user.id, deviceId: device.id });
    });
    return ok({ status: true });
  },
});
