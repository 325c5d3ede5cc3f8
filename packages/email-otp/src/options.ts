import { checked, defineOptions, flag, oneOf, whole } from "@keyhold/core/options";

/** The options of `emailOtp`; an omitted option has its default. */
export interface EmailOtpOptions {
  /** How long a code works, at most ten minutes (SP 800-63B-4, section 3.1.3.2). Default 300. */
  readonly expiresInSeconds: number;
  /** The digits of a code that signs a user in: 6 or 8. Codes with another purpose have 6 digits. Default 8. */
  readonly signInDigits: 6 | 8;
  /** Whether a code creates no account for an address without an account. Default false. */
  readonly disableSignUp: boolean;
  /**
   * What an address without an account gets if `disableSignUp` is true: an email that says so, or no email. The answer of
   * the route is equal. Default "email".
   */
  readonly unknownAddress: "email" | "silence";
}

export const emailOtpOptions = defineOptions<EmailOtpOptions>(
  {
    expiresInSeconds: whole(300, 60, 600),
    signInDigits: checked<6 | 8>(8, "be 6 or 8", (given) => given === 6 || given === 8),
    disableSignUp: flag(false),
    unknownAddress: oneOf<EmailOtpOptions["unknownAddress"]>("email", ["email", "silence"]),
  },
  {
    remedies: {
      "better-auth": {
        expiresIn: "write `expiresInSeconds`",
        otpLength: "write `signInDigits`",
        sendVerificationOTP: "codes are sent by `mail` of the auth; remove it",
        sendVerificationOnSignUp: "call `emailOtp.sendVerificationOtp` after the sign-up; remove it",
        overrideDefaultEmailVerification: "call `emailOtp.sendVerificationOtp` after the sign-up; remove it",
        generateOTP: "the library makes the codes; remove it",
        storeOTP: "the database has no codes; remove it",
        resendStrategy: "a code is sent again for half of its time; remove it",
        allowedAttempts: "a code has five guesses; remove it",
        changeEmail: "write `user.changeEmail` of createAuth",
        rateLimit: "remove it; `rateLimit` of createAuth has the limits",
      },
    },
  },
);
