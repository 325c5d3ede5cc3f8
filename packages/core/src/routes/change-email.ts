import { coreErrors } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { changeUnverifiedEmail, requestEmailChange } from "../flows/email/change-email.js";
import { parseMailbox } from "../records/user/email.js";
import { recoveryAddress } from "../records/user/held-address.js";
import { checkStepUp } from "../session/step-up.js";
import { endpoint } from "./endpoint.js";

export const changeEmail = endpoint({
  route: "POST /change-email",
  access: "step-up",
  challengedAction: "send-email",
  doc: "Changes the email address; a verified address confirms the change first.",
  input: z.object({
    newEmail: z.string(),
    callbackURL: z.string().optional(),
    releaseOldAddress: z.boolean().optional(),
  }),
  output: z.object({ status: z.boolean() }),
  errors: [
    "CHANGE_EMAIL_IS_DISABLED",
    "COULDNT_UPDATE_YOUR_EMAIL",
    "EMAIL_IS_THE_SAME",
    "INVALID_EMAIL",
    "VERIFICATION_EMAIL_ISNT_ENABLED",
  ],
  redirects: ["callbackURL"],
  limit: { windowSeconds: 10, max: 3 },
  emailsGivenAddress: true,
  async handle({ input, session, ctx }) {
    const { user } = session;
    if (!ctx.settings.user.changeEmail.enabled) return ctx.fail(coreErrors.CHANGE_EMAIL_IS_DISABLED);
    if (input.newEmail.trim().toLowerCase() === user.email) return ctx.fail(coreErrors.EMAIL_IS_THE_SAME);
    const newEmail = parseMailbox(input.newEmail);
    if (!newEmail) return ctx.fail(coreErrors.INVALID_EMAIL);
    if (user.emailVerified && !ctx.settings.hasMail) return ctx.fail(coreErrors.VERIFICATION_EMAIL_ISNT_ENABLED);

    const releases = input.releaseOldAddress ?? false;
    const { stepUpAgeSeconds: maxAgeSeconds } = ctx.settings.session;
    // A single stolen factor must not end the way back of the owner.
    if (releases) await checkStepUp(ctx, session, { maxAgeSeconds, factors: 2 });
    const change = { newEmail, callbackURL: input.callbackURL, releases };
    if (user.emailVerified && (await recoveryAddress(ctx, user)) === null) await requestEmailChange(ctx, user, change);
    else await changeUnverifiedEmail(ctx, session, change);
    return ok({ status: true });
  },
});
