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
        enable: "POST /two-factor/enable",
        verifyTotp: "POST /two-factor/verify-totp",
        sendOtp: "POST /two-factor/send-otp",
        verifyOtp: "POST /two-factor/verify-otp",
        verifyBackupCode: "POST /two-factor/verify-backup-code",
        generateBackupCodes: "POST /two-factor/generate-backup-codes",
        getTotpUri: "POST /two-factor/get-totp-uri",
        disable: "POST /two-factor/disable",
        startRecovery: "POST /two-factor/start-recovery",
        stopRecovery: "POST /two-factor/stop-recovery",
        finishRecovery: "POST /two-factor/finish-recovery",
        status: "GET /two-factor/status",
        listTrustedDevices: "GET /two-factor/list-trusted-devices",
        revokeTrustedDevice: "POST /two-factor/revoke-trusted-device",
        revokeTrustedDevices: "POST /two-factor/revoke-trusted-devices",
      },
      stepUp: {
        totp: "POST /step-up/totp",
        sendOtp: "POST /step-up/send-otp",
        otp: "POST /step-up/otp",
        backupCode: "POST /step-up/backup-code",
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
