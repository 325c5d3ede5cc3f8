import { coreErrors } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { setCredential } from "../flows/password/set-credential.js";
import { hashNewPassword } from "../password/policy.js";
import { findCredential } from "../records/credential/credential.js";
import { publicUser } from "../records/user/public.js";
import { withLiveUser } from "../session/live-user.js";
import { channelsIn } from "../session/proof.js";
import { rotateSession } from "../session/rotate.js";
import { endpoint } from "./endpoint.js";

export const setPassword = endpoint({
  route: "POST /set-password",
  access: "step-up",
  doc: "Gives a password to a user without one.",
  input: z.object({ newPassword: z.string() }),
  output: z.object({ status: z.boolean() }),
  errors: [
    "USER_ALREADY_HAS_A_PASSWORD",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_COMPROMISED",
  ],
  hashes: true,
  isServerOnly: true,
  async handle({ input, session, caller, ctx }) {
    const { user: person } = session;
    if (await findCredential(ctx, person.id)) return ctx.fail(coreErrors.USER_ALREADY_HAS_A_PASSWORD);
    const hash = await hashNewPassword(ctx, { password: input.newPassword, person, caller });

    return withLiveUser(ctx, session, async (ctx, user) => {
      if (await findCredential(ctx, user.id)) return ctx.fail(coreErrors.USER_ALREADY_HAS_A_PASSWORD);
      const rotates = await setCredential(ctx, user, hash, channelsIn(ctx, session), session.id);
      const shown = publicUser(ctx, user);
      ctx.emit({ type: "password.changed", user: shown, by: "set" });
      ctx.send({ kind: "password-changed", to: shown.email, user: shown });
      return ok({ status: true }, rotates ? await rotateSession(ctx, session, caller) : []);
    });
  },
});
