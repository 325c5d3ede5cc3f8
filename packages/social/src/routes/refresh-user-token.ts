import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { errors, output, showRefreshedTokens } from "./refresh-token.js";
import { accountName } from "./schemas.js";

export const refreshUserToken = endpoint({
  route: "POST /refresh-user-token",
  access: "public",
  doc: "The output of refresh-token for any user. Only the server's own code calls it.",
  input: accountName.extend({ userId: z.string() }),
  output,
  errors,
  isServerOnly: true,
  async handle({ input, ctx }, social) {
    return ok(await showRefreshedTokens(ctx, social, input));
  },
});
