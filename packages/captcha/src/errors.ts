import { defineErrors } from "@keyhold/core";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const captchaErrors = defineErrors({
  MISSING_RESPONSE: { status: 400, message: "Missing CAPTCHA response" },
  VERIFICATION_FAILED: { status: 403, message: "Captcha verification failed" },
});

/** The codes of `captchaErrors`. */
export type CaptchaErrorCode = keyof typeof captchaErrors;
