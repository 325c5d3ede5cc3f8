import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { openedRequest, openRequest } from "../request/open.js";

export const getDevice = endpoint({
  route: "GET /device",
  access: "optional",
  hasCall: false,
  hasStandardErrors: true,
  doc: "Does what `POST /device/open` does, for clients of other libraries, and tells a signed-out client the status.",
  input: z.object({ user_code: z.string().max(64) }),
  output: openedRequest,
  errors: ["INVALID_REQUEST", "EXPIRED_TOKEN"],
  async handle({ input, session, caller, ctx }, options) {
    return ok(await openRequest(ctx, input.user_code, { session, caller }, options));
  },
});
