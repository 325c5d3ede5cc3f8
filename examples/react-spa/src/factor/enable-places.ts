import type { TwoFactorErrorCode } from "@keyhold/two-factor/client";
import type { Places } from "../form/form-error.ts";

/** The problems of setting up a factor. */
export const enablePlaces = {
  INVALID_PASSWORD: { field: "password", text: "This is not your password." },
  TOTP_ALREADY_ENABLED: { field: null, text: "An authenticator app was set up meanwhile, in another tab." },
  EMAIL_NOT_VERIFIED: { field: null, text: "Confirm your email address first: the link is in an email to you." },
} as const satisfies Places<TwoFactorErrorCode>;
