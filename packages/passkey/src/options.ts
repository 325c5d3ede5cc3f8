import type { DirectAttestation } from "./webauthn/attestation-object.js";

/** Options of `passkey`. */
export interface PasskeyOptions {
  /** The domain to which passkeys belong, e.g. "example.com": they work there and on its subdomains. Default: the host of `baseURL`. */
  readonly rpId: string | null;
  /** The name of the app in the browser's dialogs. Default: the app's name. */
  readonly rpName: string | null;
  /**
   * Further origins of pages and apps that use the passkeys, beside the origin of `baseURL`: e.g. "https://example.com",
   * or "android:apk-key-hash:…" of a native app. Default: an empty list.
   */
  readonly origins: readonly string[];
  /** Origins of pages that may embed a page of `origins` in a frame and use passkeys there. Default: an empty list. */
  readonly topOrigins: readonly string[];
  /** Sign-ins by other methods ask users who have a passkey for it. Default: false. */
  readonly asSecondFactor: boolean;
  /** With `asSecondFactor`, the page of the app that asks for the passkey; it gets `?methods=passkey`. Default "/two-factor". */
  readonly page: string;
  /** Whether the device must verify the user, by PIN, finger or face. Default "preferred". */
  readonly userVerification: "preferred" | "required";
  /** Whether the device tells its make at registration: `direct()` of `@keyhold/passkey/attestation`. Default "none". */
  readonly attestation: "none" | DirectAttestation;
  /** The makes of devices that may be registered, by their AAGUIDs; needs `attestation: direct()`. Default: null, every make. */
  readonly allowedAaguids: readonly string[] | null;
  /** Whether a user may sign up with a passkey in place of a password. Default: false. */
  readonly signUp: boolean;
  /** Passkeys of one user. Default 20. */
  readonly maxPerUser: number;
}
