import type { SignedIn } from "../account/signed-in.ts";
import type { Recently } from "../account/use-sign-in-again.tsx";

/** What each part of the screen of second factors needs. */
export interface FactorPart extends Pick<SignedIn, "user"> {
  /** Without a password, the session must be fresh. */
  readonly isByPassword: boolean;
  readonly recently: Recently;
  /** Reads the state again. */
  readonly changed: () => Promise<void>;
}
