import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { undoEmailChange as undo } from "../flows/email/undo-email-change.js";
import { confirmPage, donePage } from "../http/confirm-page.js";
import { redirectToErrorPage } from "../http/redirect.js";
import { endpoint } from "./endpoint.js";

const common = {
  access: "public",
  takesNavigation: true,
  input: z.object({ token: z.string().max(300) }),
  output: z.object({ status: z.boolean() }),
  limit: { windowSeconds: 60, max: 20 },
} as const;

export const undoEmailChange = endpoint({
  ...common,
  route: "POST /undo-email-change",
  hasCall: false,
  doc: "Restores the earlier email address by the token of an email.",
  errorRedirect: redirectToErrorPage,
  errors: ["INVALID_TOKEN"],
  async handle({ input: { token }, navigation, ctx }) {
    await undo(ctx, token);
    if (!navigation) return ok({ status: true });
    const explanation = "You are signed out everywhere. Sign in with this address, or set a new password.";
    return donePage(ctx.settings, { heading: "Your email address is back", explanation }, []);
  },
});

export const undoEmailChangePage = endpoint({
  ...common,
  route: "GET /undo-email-change",
  hasCall: false,
  doc: "Shows a page that restores the earlier email address.",
  handle({ input: { token }, ctx }) {
    return confirmPage(ctx.settings, {
      heading: "Undo the change of your email address?",
      explanation: `Your account at ${ctx.settings.appName} gets this address back. Passwords and ways to sign in that were added since the change are removed.`,
      button: "Undo the change",
      path: "/undo-email-change",
      fields: { token, callbackURL: undefined },
    });
  },
});
