import { commonErrors, ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endSessions, requireLiveSession, rotateSession } from "@keyhold/core/session";
import { noteWay } from "@keyhold/core/users";
import { isOfSession, takeChallenges } from "../ceremony/challenge.js";
import { checked } from "../ceremony/checked.js";
import { sendNotice } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { passkeyErrors } from "../errors.js";
import { addPasskey, readCredential } from "../passkey/add-passkey.js";
import { passkeyName as nameOfMake } from "../passkey/names.js";
import { countPasskeys, publicPasskey } from "../passkey/passkeys.js";
import { requireLaterFactor } from "../passkey/require-factor.js";
import { passkeyName, passkeySchema, registrationResponse } from "../schemas.js";
import { relyingPartyOf } from "../webauthn/relying-party.js";

export const verifyRegistration = endpoint({
  route: "POST /passkey/verify-registration",
  // Only a session with a recent proof has a challenge: the dialog may take as long as the challenge works.
  access: "session",
  allowsRestricted: true,
  isPersonal: true,
  doc: "Registers the passkey that the browser has made with these options.",
  input: z.object({ response: registrationResponse, name: passkeyName.optional() }),
  output: passkeySchema,
  errors: ["CHALLENGE_NOT_FOUND", "FAILED_TO_VERIFY_REGISTRATION", "PREVIOUSLY_REGISTERED", "TOO_MANY_PASSKEYS"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input, session, caller, ctx }, options) {
    const taken = await takeChallenges(ctx, caller, "register");
    const challenges = taken.challenges.filter((challenge) => isOfSession(challenge, session));
    if (challenges.length === 0) return ctx.fail(passkeyErrors.CHALLENGE_NOT_FOUND);
    await requireLaterFactor(ctx, session);
    const party = relyingPartyOf(ctx.settings, options);
    const credential = await checked(
      ctx,
      { userId: session.userId, purpose: "registration", caller },
      () => readCredential(options, input.response, { party, challenges }),
      () => ctx.fail(passkeyErrors.FAILED_TO_VERIFY_REGISTRATION),
    );
    const name = input.name ?? credential.challenge.name ?? nameOfMake(credential.aaguid);
    const row = await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
      await requireLiveSession(ctx, session);
      const added = await addPasskey(ctx, user, { credential, name, maxPerUser: options.maxPerUser });
      const rotates = await noteWay(ctx, user, session.id);
      sendNotice(ctx, user, "passkey.added", name);
      // The first passkey is a new second factor: sessions without this factor end.
      if (options.asSecondFactor && (await countPasskeys(ctx, user.id)) === 1)
        await endSessions(ctx, user, { reason: "factors changed", except: session.id });
      return { added: { ...added }, cookies: rotates ? await rotateSession(ctx, session, caller) : [] };
    });
    return row
      ? ok(publicPasskey(ctx, row.added), [...taken.cookies, ...row.cookies])
      : ctx.fail(commonErrors.UNAUTHORIZED);
  },
});
