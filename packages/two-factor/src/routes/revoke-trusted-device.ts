import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { withLiveUser } from "@keyhold/core/session";
import { endTrusted } from "../browser/trusted-device.js";
import { endpoint } from "../endpoint.js";
import { done } from "../schemas.js";

export const revokeTrustedDevice = endpoint({
  route: "POST /two-factor/revoke-trusted-device",
  access: "session",
  isPersonal: true,
  doc: "Ends the trust in one browser; an unknown id answers the same.",
  input: z.object({ id: z.string() }),
  output: done,
  async handle({ input, session, ctx }) {
    await withLiveUser(ctx, session, async (ctx, user) => {
      await endTrusted(ctx, user, input.id);
    });
    return ok({ status: true });
  },
});
