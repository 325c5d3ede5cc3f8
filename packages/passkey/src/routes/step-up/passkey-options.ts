import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { issueChallenge } from "../../ceremony/challenge.js";
import { requestOptionsOf } from "../../ceremony/request-options.js";
import { endpoint } from "../../endpoint.js";
import { passkeysOf } from "../../passkey/passkeys.js";
import { requestOptions } from "../../schemas.js";

export const stepUpPasskeyOptions = endpoint({
  route: "GET /step-up/passkey-options",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "The options for `navigator.credentials.get()` of a proof in the caller's session, with a challenge for this browser and session, for five minutes.",
  input: z.object({}),
  output: requestOptions,
  limit: { windowSeconds: 60, max: 20 },
  async handle({ session: { id: sessionId, userId }, caller, ctx }, options) {
    const passkeys = await passkeysOf(ctx, userId);
    const needsVerification = options.userVerification === "required";
    const bound = { userId, sessionId, needsVerification };
    const { challenge, cookies } = await issueChallenge(ctx, caller, "step-up", bound);
    return ok(requestOptionsOf(ctx.settings, options, { challenge, passkeys, needsVerification }), cookies);
  },
});
