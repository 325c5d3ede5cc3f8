import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { PasskeyErrorCode } from "./errors.js";
import type { Passkey } from "./models.js";
import type { PasskeyEndpoints, PasskeySession, PasskeyTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { Passkey, PasskeyEndpoints, PasskeyErrorCode, PasskeySession, PasskeyTypes };

/** A named interface keeps the inferred types of apps short. */
export interface PasskeyClient extends ClientPlugin<PasskeyTypes> {}

/**
 * The client plugin for `passkey()`.
 *
 * @example
 * const { data, error } = await client.signIn.passkey();
 */
export function passkeyClient(): PasskeyClient {
  return clientPlugin({
    id: "passkey",
    routes: {
      passkey: {
        generateRegisterOptions: "GET /passkey/generate-register-options",
        verifyRegistration: "POST /passkey/verify-registration",
        generateAuthenticateOptions: "GET /passkey/generate-authenticate-options",
        verifyAuthentication: "POST /passkey/verify-authentication",
        listUserPasskeys: "GET /passkey/list-user-passkeys",
        updatePasskey: "POST /passkey/update-passkey",
        deletePasskey: "POST /passkey/delete-passkey",
      },
    },
    refreshes: { session: ["passkey.verifyAuthentication"] },
  });
}
