import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { decide } from "../../request/decide.js";

export const approveDevice = endpoint({
  route: "POST /device/approve",
  access: "fresh",
  hasStandardErrors: true,
  doc: "Approves the request of a device by its user code: only the user who has opened the code first.",
  input: z.object({ userCode: z.string().max(64) }),
  output: z.object({ success: z.boolean() }),
  errors: ["INVALID_REQUEST", "EXPIRED_TOKEN", "ACCESS_DENIED"],
  async handle({ input: { userCode }, session, caller, ctx }) {
    await decide(ctx, { userCode, session, caller, status: "approved" });
    return ok({ success: true });
  },
});
