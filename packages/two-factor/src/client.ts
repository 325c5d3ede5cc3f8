import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { TwoFactorEndpoints } from "./endpoints.js";
import type { TwoFactorErrorCode } from "./errors.js";
import type { ProofSession, TwoFactorUser } from "./models.js";
import type { TwoFactorTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { ProofSession, TwoFactorEndpoints, TwoFactorErrorCode, TwoFactorTypes, TwoFactorUser };

/** A named interface keeps the inferred types of apps short. */
export interface TwoFactorClient extends ClientPlugin<TwoFactorTypes> {}

/**
 * The client plugin for `twoFactor()`: its calls, and `MoreAsked` in the answers of sign-ins.
 *
 * @example
 * const { data } = await client.signIn.email({ email, password });
 * if (data && "twoFactorRedirect" in data) showCodeForm(data.twoFactorMethods);
 */
export function twoFactorClient(): TwoFactorClient {
  return clientPlugin({
    id: "two-factor",
    routes: clientRoutes,
    refreshes: {
      session: [
        "twoFactor.enable",
        "twoFactor.verifyTotp",
        "twoFactor.verifyOtp",
        "twoFactor.verifyBackupCode",
        "twoFactor.disable",
        "twoFactor.finishRecovery",
        "stepUp.totp",
        "stepUp.otp",
        "stepUp.backupCode",
      ],
    },
  });
}
