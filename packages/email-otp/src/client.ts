import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { EmailOtpEndpoints } from "./endpoints.js";
import type { EmailOtpErrorCode } from "./errors.js";
import type { EmailOtpTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { EmailOtpEndpoints, EmailOtpErrorCode, EmailOtpTypes };

/** A named interface keeps the inferred types of apps short. */
export interface EmailOtpClient extends ClientPlugin<EmailOtpTypes> {}

/**
 * The client plugin for `emailOtp()`: adds `emailOtp.…` and `signIn.emailOtp`.
 *
 * @example createAuthClient({ plugins: [emailOtpClient()] })
 */
export function emailOtpClient(): EmailOtpClient {
  return clientPlugin({
    id: "email-otp",
    routes: clientRoutes,
    refreshes: {
      session: ["signIn.emailOtp", "emailOtp.verifyEmail", "emailOtp.changeEmail", "emailOtp.resetPassword"],
    },
  });
}
