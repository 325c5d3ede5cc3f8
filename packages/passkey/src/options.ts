import { checked, defineOptions, flag, oneOf, path, string, whole } from "@keyhold/core/options";
import type { DirectAttestation } from "./webauthn/attestation-object.js";
import { isDomain, partyErrors } from "./webauthn/relying-party.js";

/** Options of `passkey`. */
export interface PasskeyOptions {
  /**
   * The domain to which passkeys belong, e.g. "example.com": they work there and on its subdomains. The domain cannot be
   * changed later: the passkeys would be lost. Default: the host of `baseURL`.
   */
  readonly rpId: string | null;
  /** The name of the app in the browser's dialogs. Default: the app's name. */
  readonly rpName: string | null;
  /**
   * Further origins of pages and apps that use the passkeys, beside the origin of `baseURL`: each in full, without `*`,
   * e.g. "https://example.com", or "android:apk-key-hash:…" of a native app. Default [].
   *
   * @see docs/passkeys/domains.md#native-apps
   */
  readonly origins: readonly string[];
  /** Origins of pages that may embed a page of `origins` in a frame and use passkeys there. Default []. */
  readonly topOrigins: readonly string[];
  /**
   * Sign-ins by other methods ask users who have a passkey for it. Default false.
   *
   * @see docs/passkeys/second-factor.md
   */
  readonly asSecondFactor: boolean;
  /**
   * With `asSecondFactor`, the page of the app that asks for the passkey; it gets `?methods=passkey`. With `twoFactor()`
   * the same page as there. Default "/two-factor".
   */
  readonly page: string;
  /** Whether the device must verify the user, by PIN, finger or face: "required" always. Default "preferred". */
  readonly userVerification: "preferred" | "required";
  /**
   * Whether the device tells its make at registration: `direct()` of `@keyhold/passkey/attestation` asks for the make, and
   * most browsers then ask the user. Statements in the formats `packed`, `tpm` and `fido-u2f` are checked, others are not
   * read. Default "none".
   */
  readonly attestation: "none" | DirectAttestation;
  /**
   * The makes of devices that may be registered, by their AAGUIDs, with `attestation: direct()` and a certificate in the
   * statement. A policy for honest users: certificates are not compared with a list of roots. Default: every make.
   */
  readonly allowedAaguids: readonly string[] | null;
  /**
   * Whether a user may sign up with a passkey in place of a password. Default false.
   *
   * @see docs/passkeys/sign-up.md
   */
  readonly signUp: boolean;
  /** Passkeys of one user. Default 20. */
  readonly maxPerUser: number;
}

const aaguid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Without types it may be any value, e.g. the function itself. */
const isAttestation = (given: unknown): boolean => {
  const { conveyance, verify } = Object(given) as { readonly conveyance?: unknown; readonly verify?: unknown };
  return given === "none" || (conveyance === "direct" && typeof verify === "function");
};

const origins = checked<readonly string[]>([], 'be a list of origins, e.g. ["https://example.com"]', Array.isArray);

export const passkeyOptions = defineOptions<PasskeyOptions>(
  {
    rpId: checked<string | null>(
      null,
      'be a domain in lower case without scheme, port and path, e.g. "example.com"',
      isDomain,
    ),
    rpName: string(null, "the app's name"),
    origins,
    topOrigins: origins,
    asSecondFactor: flag(false),
    page: path("/two-factor"),
    userVerification: oneOf("preferred", ["preferred", "required"]),
    attestation: checked<PasskeyOptions["attestation"]>(
      "none",
      'be "none", or direct() of @keyhold/passkey/attestation',
      isAttestation,
    ),
    allowedAaguids: checked<PasskeyOptions["allowedAaguids"]>(
      null,
      "be a list of AAGUIDs in lower case",
      (given) => Array.isArray(given) && given.every((item) => typeof item === "string" && aaguid.test(item)),
    ),
    signUp: flag(false),
    maxPerUser: whole(20, 1, 100),
  },
  {
    remedies: {
      "better-auth": {
        rpID: "write `rpId`",
        origin: "write `origins`, a list",
        authenticatorSelection: "write `userVerification`, and see `addPasskey`",
      },
    },
    check: (options, settings) => [
      ...partyErrors(options, settings),
      ...(options.allowedAaguids === null || options.attestation !== "none"
        ? []
        : ["allowedAaguids: needs attestation: direct(), without which devices do not state their make"]),
    ],
  },
);
