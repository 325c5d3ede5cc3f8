import { confirmPage, donePage, ok, redirectToErrorPage } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { reportDevice } from "../browser/report.js";
import { endpoint } from "../endpoint.js";

const common = {
  access: "public",
  takesNavigation: true,
  input: z.object({ token: z.string().max(128) }),
  output: z.object({ status: z.boolean() }),
  limit: { windowSeconds: 60, max: 20 },
} as const;

export const reportNewDevice = endpoint({
  ...common,
  route: "POST /devices/report",
  doc: "Ends the device of an email's token and all sessions of its user, and removes the password until a reset by email.",
  errorRedirect: redirectToErrorPage,
  errors: ["INVALID_TOKEN"],
  async handle({ input: { token }, navigation, ctx }) {
    await reportDevice(ctx, token);
    if (!navigation) return ok({ status: true });
    const explanation = "All your devices are signed out. Your password no longer works: set a new password by email.";
    return donePage(ctx.settings, { heading: "The device is removed", explanation }, []);
  },
});

export const reportNewDevicePage = endpoint({
  ...common,
  route: "GET /devices/report",
  hasCall: false,
  doc: "The page of the email's link: a button that reports the device, so that a program that opens links does not.",
  handle: ({ input: { token }, ctx }) =>
    confirmPage(ctx.settings, {
      heading: "Was this sign-in not you?",
      explanation: `All your devices are signed out of ${ctx.settings.appName}, this one, too. Ways to sign in that were added since this sign-in are removed, and your password is removed until you set a new password by email.`,
      button: "It was not me",
      isDangerous: true,
      cancel: "It was me",
      path: "/devices/report",
      fields: { token, callbackURL: undefined },
    }),
});
