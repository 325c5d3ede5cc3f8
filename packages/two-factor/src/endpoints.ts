// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { disable } from "./routes/disable.js";
import { enable } from "./routes/enable.js";
import { finishRecovery } from "./routes/finish-recovery.js";
import { generateBackupCodes } from "./routes/generate-backup-codes.js";
import { generateTotp } from "./routes/generate-totp.js";
import { getTotpUri } from "./routes/get-totp-uri.js";
import { importOtp } from "./routes/import-otp.js";
import { importTotp } from "./routes/import-totp.js";
import { listTrustedDevices } from "./routes/list-trusted-devices.js";
import { resetTwoFactor } from "./routes/reset-two-factor.js";
import { revokeTrustedDevice } from "./routes/revoke-trusted-device.js";
import { revokeTrustedDevices } from "./routes/revoke-trusted-devices.js";
import { sendOtp } from "./routes/send-otp.js";
import { startRecovery } from "./routes/start-recovery.js";
import { status } from "./routes/status.js";
import { stepUpBackupCode } from "./routes/step-up/backup-code.js";
import { stepUpOtp } from "./routes/step-up/otp.js";
import { stepUpSendOtp } from "./routes/step-up/send-otp.js";
import { stepUpTotp } from "./routes/step-up/totp.js";
import { stopRecovery, stopRecoveryPage } from "./routes/stop-recovery.js";
import { verifyBackupCode } from "./routes/verify-backup-code.js";
import { verifyOtp } from "./routes/verify-otp.js";
import { verifyTotp } from "./routes/verify-totp.js";

/** The calls, each under the name that its URL gives. */
export interface TwoFactorEndpoints {
  readonly stepUp: {
    /**
     * Proves the second factor in the caller's session by a backup code, which is used up; a browser's session gets a
     * new token.
     */
    readonly backupCode: typeof stepUpBackupCode;
    /**
     * Proves the second factor in the caller's session by the code that `send-otp` has sent; a browser's session gets a
     * new token.
     */
    readonly otp: typeof stepUpOtp;
    /** Sends a code for `step-up/otp` to the user of the session. */
    readonly sendOtp: typeof stepUpSendOtp;
    /**
     * Proves the second factor in the caller's session by a code of the authenticator app; a browser's session gets a
     * new token.
     */
    readonly totp: typeof stepUpTotp;
  };
  readonly twoFactor: {
    /**
     * Removes the second factors of the user, if one was proven in this session in the last ten minutes. Other sessions
     * end, unless `revokeOtherSessions` is false.
     */
    readonly disable: typeof disable;
    /**
     * Begins to enrol an authenticator app, which a code confirms; or switches emailed codes on, in a pending sign-in
     * with the first right code. Answers ten backup codes, shown once.
     */
    readonly enable: typeof enable;
    /** Removes the second factors after the wait, ends other sessions, and opens one that may only enrol again. */
    readonly finishRecovery: typeof finishRecovery;
    /**
     * Replaces the backup codes by ten new ones, shown once, if a second factor was proven in this session in the last
     * ten minutes. Other sessions end, unless `revokeOtherSessions` is false.
     */
    readonly generateBackupCodes: typeof generateBackupCodes;
    /** The URI of the QR code once more, until a code has confirmed it. */
    readonly getTotpUri: typeof getTotpUri;
    /** The browsers that the caller trusts, newest first. */
    readonly listTrustedDevices: typeof listTrustedDevices;
    /** Ends the trust in one browser; an unknown id answers the same. */
    readonly revokeTrustedDevice: typeof revokeTrustedDevice;
    /** Ends the trust in every browser of the caller. */
    readonly revokeTrustedDevices: typeof revokeTrustedDevices;
    /** Sends a code to the user of the pending sign-in or the session. */
    readonly sendOtp: typeof sendOtp;
    /**
     * Begins the wait after which the user of the pending sign-in gets in without a second factor, and writes to the
     * user. A second call answers the same end.
     */
    readonly startRecovery: typeof startRecovery;
    /** The second factors of the caller, the unused backup codes, and whether a factor is required. */
    readonly status: typeof status;
    /** Stops the recovery of a user, by the token of the email or from any session of the user. */
    readonly stopRecovery: typeof stopRecovery;
    /**
     * Takes a backup code, once. After a sign-in with one, the session may only enrol a new factor, renew the codes and
     * sign out. With `disableSession` a pending sign-in ends without a session, and a session stays as it is.
     */
    readonly verifyBackupCode: typeof verifyBackupCode;
    /** Takes the code that `send-otp` has sent: finishes a sign-in, or proves the factor again in the session. */
    readonly verifyOtp: typeof verifyOtp;
    /**
     * Takes a code of the authenticator app: finishes a sign-in, confirms a new factor, or proves it again in the
     * session.
     */
    readonly verifyTotp: typeof verifyTotp;
  };
}

/** The calls for the app's own server code: no client has them. */
export interface TwoFactorServerEndpoints {
  /** The present code of a secret in base32, e.g. for a test. */
  readonly generateTotp: typeof generateTotp;
  /** Sends codes to a user from now on who got codes in another system; answers ten backup codes. */
  readonly importOtp: typeof importOtp;
  /**
   * Takes over the secret of an authenticator app that a user has confirmed in another system; answers ten backup
   * codes.
   */
  readonly importTotp: typeof importTotp;
  /** Ends a user's factors, backup codes, trusted browsers and sessions, e.g. after the user has lost a phone. */
  readonly resetTwoFactor: typeof resetTwoFactor;
}

export const endpoints: TwoFactorEndpoints & TwoFactorServerEndpoints = {
  generateTotp,
  importOtp,
  importTotp,
  resetTwoFactor,
  stepUp: {
    backupCode: stepUpBackupCode,
    otp: stepUpOtp,
    sendOtp: stepUpSendOtp,
    totp: stepUpTotp,
  },
  twoFactor: {
    disable,
    enable,
    finishRecovery,
    generateBackupCodes,
    getTotpUri,
    listTrustedDevices,
    revokeTrustedDevice,
    revokeTrustedDevices,
    sendOtp,
    startRecovery,
    status,
    stopRecovery,
    verifyBackupCode,
    verifyOtp,
    verifyTotp,
  },
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [stopRecoveryPage] as const;
