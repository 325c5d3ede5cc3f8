import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { withLiveUser } from "@keyhold/core/session";
import { endTrusted } from "../browser/trusted-device.js";
import { endpoint } from "../endpoint.js";
import { done } from "../schemas.js";

export const revokeTrustedDevices = endpoint({
  route: "POST /two-factor/revoke-trusted-devices",
  access: "session",
  isPersonal: true,
  doc: "Ends the trust in every browser of the caller.",
  input: z.object({}),
  output: done,
  async handle({ session, ctx }) {
    await withLiveUser(ctx, session, async (ctx, user) => {
      await endTrusted(ctx, user);
    });
    return ok({ status: true });
  },
});
