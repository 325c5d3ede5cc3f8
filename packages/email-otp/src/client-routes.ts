// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { EmailOtpEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<EmailOtpEndpoints> = {
  emailOtp: {
    changeEmail: "POST",
    checkVerificationOtp: "POST",
    requestEmailChange: "POST",
    requestPasswordReset: "POST",
    resetPassword: "POST",
    sendVerificationOtp: "POST",
    verifyEmail: "POST",
  },
  signIn: {
    emailOtp: "POST",
  },
};
