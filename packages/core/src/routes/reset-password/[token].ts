import { redirect } from "../../contract/outcome.js";
import * as z from "../../contract/schema.js";
import { couldReset } from "../../flows/password/reset.js";
import { withQuery } from "../../http/redirect.js";
import { endpoint } from "../endpoint.js";

export const resetPasswordToken = endpoint({
  route: "GET /reset-password/:token",
  hasCall: false,
  access: "public",
  doc: "Redirects a browser to the app's page for the new password.",
  input: z.object({ token: z.string(), callbackURL: z.string().min(1) }),
  output: z.never(),
  takesNavigation: true,
  alsoAnswers: ["redirect"],
  redirects: ["callbackURL"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input: { token, callbackURL }, ctx }) {
    const told: Record<string, string> = (await couldReset(ctx, token)) ? { token } : { error: "INVALID_TOKEN" };
    return redirect(withQuery(ctx.settings, callbackURL, told));
  },
});
