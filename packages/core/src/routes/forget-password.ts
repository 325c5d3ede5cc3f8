import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { requestPasswordReset } from "../flows/password/reset.js";
import { endpoint } from "./endpoint.js";

export const forgetPassword = endpoint({
  route: "POST /forget-password",
  access: "public",
  challengedAction: "reset-password",
  doc: "Sends the email to set a new password; answers the same for every address.",
  input: z.object({ email: z.string(), redirectTo: z.string().optional() }),
  output: z.object({ status: z.boolean(), message: z.string() }),
  errors: ["INVALID_EMAIL", "RESET_PASSWORD_ISNT_ENABLED"],
  redirects: ["redirectTo"],
  limit: { windowSeconds: 60, max: 3 },
  emailsGivenAddress: true,
  handle: async ({ input, ctx, caller }) => ok(await requestPasswordReset(ctx, input, caller)),
});
