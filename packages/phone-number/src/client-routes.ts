// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { PhoneNumberEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<PhoneNumberEndpoints> = {
  phoneNumber: {
    remove: "POST",
    requestPasswordReset: "POST",
    resetPassword: "POST",
    sendOtp: "POST",
    verify: "POST",
    verifyEmail: "POST",
  },
  signIn: {
    phoneNumber: "POST",
  },
  stepUp: {
    phoneCode: "POST",
    sendPhoneCode: "POST",
  },
};
