import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { withLiveUser } from "@keyhold/core/session";
import { endDevice, endTrust } from "../browser/end.js";
import { endpoint } from "../endpoint.js";
import { devicesErrors } from "../errors.js";
import { emit } from "../events.js";

export const forgetDevice = endpoint({
  route: "POST /devices/forget",
  access: "session",
  isPersonal: true,
  doc: "Removes a device of the caller: its sessions end, and the trust of all browsers ends.",
  input: z.object({ id: z.string().max(64) }),
  output: z.object({ status: z.boolean() }),
  errors: ["DEVICE_NOT_FOUND"],
  async handle({ input: { id }, session, ctx }) {
    await withLiveUser(ctx, session, async (ctx, user) => {
      if (!(await endDevice(ctx, user, id))) return ctx.fail(devicesErrors.DEVICE_NOT_FOUND);
      await endTrust(ctx, user);
      emit(ctx, { type: "device.forgotten", userId: user.id, deviceId: id });
    });
    return ok({ status: true });
  },
});
