// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { TwoFactorEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<TwoFactorEndpoints> = {
  stepUp: {
    backupCode: "POST",
    otp: "POST",
    sendOtp: "POST",
    totp: "POST",
  },
  twoFactor: {
    disable: "POST",
    enable: "POST",
    finishRecovery: "POST",
    generateBackupCodes: "POST",
    getTotpUri: "POST",
    revokeTrustedDevice: "POST",
    revokeTrustedDevices: "POST",
    sendOtp: "POST",
    startRecovery: "POST",
    stopRecovery: "POST",
    verifyBackupCode: "POST",
    verifyOtp: "POST",
    verifyTotp: "POST",
    listTrustedDevices: "GET",
    status: "GET",
  },
};
