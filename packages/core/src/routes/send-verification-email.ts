import { coreErrors } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { offerVerification } from "../flows/verification/send-verification.js";
import { userModel } from "../model/models.js";
import { parseMailbox } from "../records/user/email.js";
import { recoveryAddress } from "../records/user/held-address.js";
import { endpoint } from "./endpoint.js";

export const sendVerificationEmail = endpoint({
  route: "POST /send-verification-email",
  access: "optional",
  challengedAction: "send-email",
  doc: "Sends the email that verifies an address; answers the same for every address.",
  input: z.object({
    email: z.string(),
    callbackURL: z.string().optional(),
    rememberMe: z.boolean().default(true),
  }),
  output: z.object({ status: z.boolean() }),
  errors: ["INVALID_EMAIL", "EMAIL_MISMATCH", "VERIFICATION_EMAIL_ISNT_ENABLED"],
  redirects: ["callbackURL"],
  limit: { windowSeconds: 60, max: 3 },
  emailsGivenAddress: true,
  async handle({ input, session, ctx }) {
    if (!ctx.settings.hasMail) return ctx.fail(coreErrors.VERIFICATION_EMAIL_ISNT_ENABLED);
    const email = parseMailbox(input.email);
    if (!email) return ctx.fail(coreErrors.INVALID_EMAIL);
    if (session && session.user.email !== email) return ctx.fail(coreErrors.EMAIL_MISMATCH);
    const user = await ctx.db.find(userModel, { email });
    // The mailbox alone may have verified a changed address: the user then finishes the change by another link.
    const isOwn = session !== null && user?.id === session.userId;
    const confirmsChange = isOwn && user.emailVerified && (await recoveryAddress(ctx, user)) !== null;
    const { callbackURL, rememberMe: isRemembered } = input;
    await offerVerification(ctx, user ?? { id: null, email }, { callbackURL, isRemembered, confirmsChange });
    return ok({ status: true });
  },
});
