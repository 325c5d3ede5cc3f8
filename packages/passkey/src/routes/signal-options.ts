import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { passkeysOf, userHandleOf } from "../passkey/passkeys.js";
import { idOf } from "../webauthn/credential-id.js";
import { relyingPartyOf } from "../webauthn/relying-party.js";

export const signalOptions = endpoint({
  route: "GET /passkey/signal-options",
  access: "session",
  doc: "What a password manager must know of the caller's passkeys, for the signal methods of `PublicKeyCredential`. `userId` is null for a user who has never registered a passkey here.",
  input: z.object({}),
  output: z.object({
    rpId: z.string(),
    userId: z.string().nullable(),
    name: z.string(),
    displayName: z.string(),
    allAcceptedCredentialIds: z.array(z.string()),
  }),
  async handle({ session: { user }, ctx }, options) {
    const passkeys = await passkeysOf(ctx, user.id);
    return ok({
      rpId: relyingPartyOf(ctx.settings, options).id,
      userId: userHandleOf(user),
      name: user.email,
      displayName: user.name,
      allAcceptedCredentialIds: passkeys.map(idOf),
    });
  },
});
