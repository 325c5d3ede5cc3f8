import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { PhoneNumberEndpoints } from "./endpoints.js";
import type { PhoneNumberErrorCode } from "./errors.js";
import type { PhoneNumberSession, PhoneNumberUser } from "./models.js";
import type { PhoneNumberTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { PhoneNumberEndpoints, PhoneNumberErrorCode, PhoneNumberSession, PhoneNumberTypes, PhoneNumberUser };

/** A named interface keeps the inferred types of apps short. */
export interface PhoneNumberClient extends ClientPlugin<PhoneNumberTypes> {}

/**
 * The client plugin for `phoneNumber()`: adds `phoneNumber.…` and `signIn.phoneNumber`, and the number to the user.
 *
 * @example createAuthClient({ plugins: [phoneNumberClient()] })
 */
export function phoneNumberClient(): PhoneNumberClient {
  return clientPlugin({
    id: "phone-number",
    routes: clientRoutes,
    refreshes: {
      session: [
        "signIn.phoneNumber",
        "phoneNumber.verify",
        "phoneNumber.verifyEmail",
        "phoneNumber.remove",
        "stepUp.phoneCode",
      ],
    },
  });
}
