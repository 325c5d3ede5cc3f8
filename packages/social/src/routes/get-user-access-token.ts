import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { errors, output, showAccessToken } from "./get-access-token.js";
import { accountName } from "./schemas.js";

export const getUserAccessToken = endpoint({
  route: "POST /get-user-access-token",
  access: "public",
  doc: "The output of get-access-token for any user. Only the server's own code calls it.",
  input: accountName.extend({ userId: z.string() }),
  output,
  errors,
  isServerOnly: true,
  async handle({ input, ctx }, social) {
    return ok(await showAccessToken(ctx, social, input));
  },
});
