import { z } from "zod";
import { ok } from "../contract/outcome.js";
import { requestPasswordReset } from "../password/reset.js";
import { endpoint } from "./endpoint.js";

export const forgetPassword = endpoint({
  wire: "POST /forget-password",
  access: "public",
  doc: "Sends the letter with which a new password can be set; answers the same for every address.",
  input: z.object({ email: z.string(), redirectTo: z.string().optional() }),
  output: z.object({ status: z.boolean(), message: z.string() }),
  errors: ["INVALID_EMAIL", "RESET_PASSWORD_ISNT_ENABLED"],
  redirects: ["redirectTo"],
  limit: { windowSeconds: 60, max: 3 },
  handle: async ({ input, ctx }) => ok(await requestPasswordReset(ctx, input)),
});
