import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { decide } from "../../request/decide.js";

export const denyDevice = endpoint({
  route: "POST /device/deny",
  access: "session",
  isPersonal: true,
  hasStandardErrors: true,
  doc: "Denies the request of a device by its user code: only the user who has opened the code first.",
  input: z.object({ userCode: z.string().max(64) }),
  output: z.object({ success: z.boolean() }),
  errors: ["INVALID_REQUEST", "EXPIRED_TOKEN", "ACCESS_DENIED"],
  async handle({ input: { userCode }, session, caller, ctx }) {
    await decide(ctx, { userCode, session, caller, status: "denied" });
    return ok({ success: true });
  },
});
