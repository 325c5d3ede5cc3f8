import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { deviceAuthorizationErrors } from "../../errors.js";
import { requireClient } from "../../request/client.js";
import { pollToken } from "../../request/poll.js";

const grantType = "urn:ietf:params:oauth:grant-type:device_code";

export const pollDeviceToken = endpoint({
  route: "POST /device/token",
  access: "public",
  isMachine: true,
  doc: "Answers the poll of a device (RFC 8628, section 3.4): after the approval with the token of a session, once.",
  input: z.object({
    grant_type: z.string().max(128),
    device_code: z.string().max(128),
    client_id: z.string().max(64),
  }),
  output: z.object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.number(),
    scope: z.string(),
  }),
  errors: [
    "UNSUPPORTED_GRANT_TYPE",
    "INVALID_CLIENT",
    "INVALID_GRANT",
    "AUTHORIZATION_PENDING",
    "SLOW_DOWN",
    "ACCESS_DENIED",
    "EXPIRED_TOKEN",
    "FAILED_TO_CREATE_SESSION",
  ],
  async handle({ input: { grant_type, device_code: deviceCode, client_id: clientId }, caller, ctx }, options) {
    if (grant_type !== grantType) ctx.fail(deviceAuthorizationErrors.UNSUPPORTED_GRANT_TYPE);
    requireClient(ctx, options, clientId);
    const { token, expiresAt, scope } = await pollToken(ctx, { deviceCode, clientId, caller });
    const expires_in = Math.floor((expiresAt.getTime() - ctx.now().getTime()) / 1000);
    return ok({ access_token: token, token_type: "Bearer", expires_in, scope } as const);
  },
});
