import type { Settings } from "@keyhold/core/plugin";
import type { PasskeyRow } from "../models.js";
import type { PasskeyOptions } from "../options.js";
import { descriptorOf } from "../passkey/passkeys.js";
import type { RequestOptions } from "../schemas.js";
import { relyingPartyOf } from "../webauthn/relying-party.js";

/** The options for `navigator.credentials.get()`. */
export const requestOptionsOf = (
  settings: Settings,
  options: PasskeyOptions,
  asked: {
    readonly challenge: string;
    readonly passkeys: readonly PasskeyRow[];
    readonly needsVerification: boolean;
  },
): RequestOptions => ({
  challenge: asked.challenge,
  rpId: relyingPartyOf(settings, options).id,
  timeout: 300_000,
  allowCredentials: asked.passkeys.map(descriptorOf),
  userVerification: asked.needsVerification ? "required" : "preferred",
});
