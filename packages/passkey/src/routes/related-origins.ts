import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { relyingPartyOf } from "../webauthn/relying-party.js";

export const relatedOrigins = endpoint({
  route: "GET /related-origins",
  access: "public",
  isServerOnly: true,
  doc: "The content of `/.well-known/webauthn` at the domain `rpId`: the origins of pages that may use its passkeys.",
  input: z.object({}),
  output: z.object({ origins: z.array(z.string()) }),
  handle({ ctx }, options) {
    const { origins } = relyingPartyOf(ctx.settings, options);
    return ok({ origins: origins.filter((origin) => origin.startsWith("http")) });
  },
});
