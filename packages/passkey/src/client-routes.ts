// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { PasskeyEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<PasskeyEndpoints> = {
  passkey: {
    deletePasskey: "POST",
    signUp: "POST",
    signUpOptions: "POST",
    updatePasskey: "POST",
    verifyAuthentication: "POST",
    verifyRegistration: "POST",
    generateAuthenticateOptions: "GET",
    generateRegisterOptions: "GET",
    listUserPasskeys: "GET",
    signalOptions: "GET",
  },
  stepUp: {
    passkey: "POST",
    passkeyOptions: "GET",
  },
};
