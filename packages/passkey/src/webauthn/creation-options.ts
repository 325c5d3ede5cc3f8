import type { Settings } from "@keyhold/core/plugin";
import type { PasskeyOptions } from "../options.js";
import type { CreationOptions } from "../schemas.js";
import { algorithms } from "./public-key.js";
import { relyingPartyOf } from "./relying-party.js";

/** What differs between registrations. */
interface Registration extends Pick<CreationOptions, "challenge" | "user" | "excludeCredentials"> {
  /** Whether the passkey is the only way to sign in, so that the device must find the passkey without the id. */
  readonly isOnlyWay: boolean;
  readonly authenticatorAttachment?: "platform" | "cross-platform" | undefined;
}

/** The options for `navigator.credentials.create()`. */
export function creationOptionsOf(
  settings: Settings,
  options: PasskeyOptions,
  { challenge, user, excludeCredentials, authenticatorAttachment, isOnlyWay }: Registration,
): CreationOptions {
  const { id, name } = relyingPartyOf(settings, options);
  return {
    challenge,
    rp: { id, name },
    user,
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: 300_000,
    excludeCredentials,
    authenticatorSelection: {
      ...(authenticatorAttachment === undefined ? {} : { authenticatorAttachment }),
      residentKey: isOnlyWay ? "required" : "preferred",
      requireResidentKey: isOnlyWay,
      userVerification: options.userVerification,
    },
    attestation: options.attestation === "none" ? "none" : "direct",
    extensions: { credProps: true },
  };
}
