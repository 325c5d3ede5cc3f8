import type { SignedIn } from "../account/signed-in.ts";

/** What each part of the screen of second factors needs. */
export interface FactorPart extends Pick<SignedIn, "user"> {
  /** Without a password, the session must be fresh. */
  readonly isByPassword: boolean;
  /** Reads the state again. */
  readonly changed: () => Promise<void>;
}
