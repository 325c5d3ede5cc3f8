import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { openedRequest, openRequest } from "../../request/open.js";

export const openDevice = endpoint({
  route: "POST /device/open",
  access: "session",
  isPersonal: true,
  hasStandardErrors: true,
  doc: "Shows the request of a device by its user code: the first user who opens a code claims it.",
  input: z.object({ userCode: z.string().max(64) }),
  output: openedRequest,
  errors: ["INVALID_REQUEST", "EXPIRED_TOKEN"],
  async handle({ input, session, caller, ctx }, options) {
    return ok(await openRequest(ctx, input.userCode, { session, caller }, options));
  },
});
