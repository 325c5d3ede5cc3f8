import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { TwoFactorErrorCode } from "./errors.js";
import type { TwoFactorUser } from "./models.js";
import type { ProofSession, TwoFactorEndpoints, TwoFactorTypes } from "./plugin.js";

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
    routes: {
      twoFactor: {
        enable: "POST",
        verifyTotp: "POST",
        sendOtp: "POST",
        verifyOtp: "POST",
        verifyBackupCode: "POST",
        generateBackupCodes: "POST",
        getTotpUri: "POST",
        disable: "POST",
        startRecovery: "POST",
        stopRecovery: "POST",
        finishRecovery: "POST",
        status: "GET",
        listTrustedDevices: "GET",
        revokeTrustedDevice: "POST",
        revokeTrustedDevices: "POST",
      },
      stepUp: {
        totp: "POST",
        sendOtp: "POST",
        otp: "POST",
        backupCode: "POST",
      },
    },
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
