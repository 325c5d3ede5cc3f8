import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { requireClient, scopeOf } from "../../request/client.js";
import { issueCode } from "../../request/issue.js";

export const requestDeviceCode = endpoint({
  route: "POST /device/code",
  access: "public",
  isMachine: true,
  doc: "Begins the sign-in of a device (RFC 8628, section 3.1): answers with a code for the device and a code for the user.",
  input: z.object({ client_id: z.string().max(64), scope: z.string().max(1024).optional() }),
  output: z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    verification_uri_complete: z.string(),
    expires_in: z.number(),
    interval: z.number(),
  }),
  errors: ["INVALID_CLIENT", "INVALID_SCOPE"],
  limit: { windowSeconds: 60, max: 30 },
  async handle({ input: { client_id: clientId, scope: asked = "" }, caller, ctx }, options) {
    const scope = scopeOf(ctx, requireClient(ctx, options, clientId), asked);
    return ok(await issueCode(ctx, { clientId, scope, caller }, options));
  },
});
