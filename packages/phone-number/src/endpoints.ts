// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { forgetPassword } from "./routes/forget-password.js";
import { removePhoneNumber } from "./routes/remove.js";
import { requestPasswordReset } from "./routes/request-password-reset.js";
import { resetPasswordByPhone } from "./routes/reset-password.js";
import { sendOtp } from "./routes/send-otp.js";
import { signInPhoneNumber } from "./routes/sign-in/phone-number.js";
import { stepUpPhoneCode } from "./routes/step-up/phone-code.js";
import { sendPhoneCode } from "./routes/step-up/send-phone-code.js";
import { verifyPhoneNumber } from "./routes/verify.js";
import { verifyEmailOfNumber } from "./routes/verify-email.js";

/** The calls, each under the name that its URL gives. */
export interface PhoneNumberEndpoints {
  readonly phoneNumber: {
    /** Removes the phone number of the signed-in user, except the last way to sign in. */
    readonly remove: typeof removePhoneNumber;
    /** Sends a code to set a new password. The answer is equal for every number. */
    readonly requestPasswordReset: typeof requestPasswordReset;
    /** Sets a new password by a code to a phone number, and ends every session. */
    readonly resetPassword: typeof resetPasswordByPhone;
    /**
     * Sends a code to a phone number, to sign in, sign up or verify the number. The answer is equal for every number.
     */
    readonly sendOtp: typeof sendOtp;
    /**
     * Signs in by a code to a phone number, creates the account of a new number, or gives the number to the signed-in
     * user.
     */
    readonly verify: typeof verifyPhoneNumber;
    /** Signs in by the code in an email, after the code of a number that alone is not enough. */
    readonly verifyEmail: typeof verifyEmailOfNumber;
  };
  readonly signIn: {
    /** Signs in with a verified phone number and a password. */
    readonly phoneNumber: typeof signInPhoneNumber;
  };
  readonly stepUp: {
    /**
     * Proves the verified number in the caller's session by the code that `send-phone-code` has sent; a browser's
     * session gets a new token.
     */
    readonly phoneCode: typeof stepUpPhoneCode;
    /** Sends a code for `step-up/phone-code` to the verified number of the caller. */
    readonly sendPhoneCode: typeof sendPhoneCode;
  };
}

export const endpoints: PhoneNumberEndpoints = {
  phoneNumber: {
    remove: removePhoneNumber,
    requestPasswordReset,
    resetPassword: resetPasswordByPhone,
    sendOtp,
    verify: verifyPhoneNumber,
    verifyEmail: verifyEmailOfNumber,
  },
  signIn: {
    phoneNumber: signInPhoneNumber,
  },
  stepUp: {
    phoneCode: stepUpPhoneCode,
    sendPhoneCode,
  },
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [forgetPassword] as const;
