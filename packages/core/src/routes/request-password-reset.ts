import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { requestPasswordReset as request } from "../flows/password/reset.js";
import { endpoint } from "./endpoint.js";

export const requestPasswordReset = endpoint({
  route: "POST /request-password-reset",
  access: "public",
  challengedAction: "reset-password",
  doc: "The same as POST /forget-password.",
  input: z.object({ email: z.string(), redirectTo: z.string().optional() }),
  output: z.object({ status: z.boolean(), message: z.string() }),
  errors: ["INVALID_EMAIL", "RESET_PASSWORD_ISNT_ENABLED"],
  redirects: ["redirectTo"],
  limit: { windowSeconds: 60, max: 3 },
  emailsGivenAddress: true,
  handle: async ({ input, ctx, caller }) => ok(await request(ctx, input, caller)),
});
