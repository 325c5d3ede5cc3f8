import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { readPendingSignIn } from "@keyhold/core/session";
import { issueChallenge } from "../ceremony/challenge.js";
import { requestOptionsOf } from "../ceremony/request-options.js";
import { endpoint } from "../endpoint.js";
import { hasGivenPasskey } from "../passkey/methods.js";
import { passkeysOf } from "../passkey/passkeys.js";
import { requestOptions } from "../schemas.js";

export const generateAuthenticateOptions = endpoint({
  route: "GET /passkey/generate-authenticate-options",
  access: "optional",
  allowsRecovery: true,
  doc: "The options for `navigator.credentials.get()`, with a challenge for this browser, for five minutes. Passkeys are listed only for a caller with a session or a pending sign-in.",
  input: z.object({}),
  output: requestOptions,
  limit: { windowSeconds: 60, max: 60 },
  async handle({ session, caller, ctx }, options) {
    const pending = await readPendingSignIn(ctx, caller);
    const userId = pending?.userId ?? session?.userId ?? null;
    const passkeys = userId === null ? [] : await passkeysOf(ctx, userId);
    const needsVerification =
      options.userVerification === "required" || (pending !== null && hasGivenPasskey(pending.methods));
    const { challenge, cookies } = await issueChallenge(ctx, caller, "authenticate", { needsVerification });
    return ok(requestOptionsOf(ctx.settings, options, { challenge, passkeys, needsVerification }), cookies);
  },
});
