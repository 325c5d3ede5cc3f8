// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { changeEmailByOtp } from "./routes/change-email.js";
import { checkVerificationOtp } from "./routes/check-verification-otp.js";
import { createVerificationOtp } from "./routes/create-verification-otp.js";
import { forgetPasswordEmailOtp } from "./routes/forget-password/email-otp.js";
import { requestEmailChange } from "./routes/request-email-change.js";
import { requestPasswordReset } from "./routes/request-password-reset.js";
import { resetPasswordByOtp } from "./routes/reset-password.js";
import { sendVerificationOtp } from "./routes/send-verification-otp.js";
import { signInEmailOtp } from "./routes/sign-in/email-otp.js";
import { verifyEmailByOtp } from "./routes/verify-email.js";

/** The calls, each under the name that its URL gives. */
export interface EmailOtpEndpoints {
  readonly emailOtp: {
    /** Changes the email address by the code that was sent to the new address. */
    readonly changeEmail: typeof changeEmailByOtp;
    /** Whether a code is right. Counts as a guess, and leaves the code usable. */
    readonly checkVerificationOtp: typeof checkVerificationOtp;
    /** Sends a code to a new address. A verified present address confirms this by a code of its own. */
    readonly requestEmailChange: typeof requestEmailChange;
    /** Sends a code to set a new password. The answer is equal for every address. */
    readonly requestPasswordReset: typeof requestPasswordReset;
    /** Sets a new password by a code in an email, and ends every session. */
    readonly resetPassword: typeof resetPasswordByOtp;
    /** Sends a code for one purpose to an address. The answer is equal for every address. */
    readonly sendVerificationOtp: typeof sendVerificationOtp;
    /** Verifies an address by a code in an email, with the effect of the link of the verification email. */
    readonly verifyEmail: typeof verifyEmailByOtp;
  };
  readonly signIn: {
    /** Signs in by a code in an email, or creates the account of a new address. */
    readonly emailOtp: typeof signInEmailOtp;
  };
}

/** The calls for the app's own server code: no client has them. */
export interface EmailOtpServerEndpoints {
  /** Makes a code without an email, e.g. for support staff. The code works with the challenge of the answer. */
  readonly createVerificationOtp: typeof createVerificationOtp;
}

export const endpoints: EmailOtpEndpoints & EmailOtpServerEndpoints = {
  createVerificationOtp,
  emailOtp: {
    changeEmail: changeEmailByOtp,
    checkVerificationOtp,
    requestEmailChange,
    requestPasswordReset,
    resetPassword: resetPasswordByOtp,
    sendVerificationOtp,
    verifyEmail: verifyEmailByOtp,
  },
  signIn: {
    emailOtp: signInEmailOtp,
  },
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [forgetPasswordEmailOtp] as const;
