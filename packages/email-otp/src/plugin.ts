import { challengeCookie } from "@keyhold/core/mailbox";
import type { OptionsInput } from "@keyhold/core/options";
import { type Context, definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import type { EmailOtpEmail } from "./emails.js";
import { type EmailOtpEndpoints, type EmailOtpServerEndpoints, endpoints, pages } from "./endpoints.js";
import { type EmailOtpErrorCode, emailOtpErrors } from "./errors.js";
import { rulesOf } from "./hooks/uses.js";
import { type EmailOtpOptions, emailOtpOptions } from "./options.js";

/** The types of both halves. */
export interface EmailOtpTypes extends PluginTypes {
  readonly endpoints: EmailOtpEndpoints;
  readonly serverEndpoints: EmailOtpServerEndpoints;
  readonly errorCode: EmailOtpErrorCode;
  readonly email: EmailOtpEmail;
  readonly publicOptions: {
    /** Null: the auth sends no emails. `digits`: of a code that signs in. */
    readonly emailOtp: { readonly canSignUp: boolean; readonly digits: number } | null;
  };
}

/** A named interface keeps the inferred types of apps short. */
export interface EmailOtpPlugin extends Plugin<EmailOtpTypes> {}

/**
 * Signs users in by a code in an email, and creates the accounts of new addresses. Codes verify an address, set a new
 * password and change an address, too. A code works for the browser that asked for the code.
 *
 * @param given see `EmailOtpOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [emailOtp()] })
 */
export function emailOtp(given: OptionsInput<EmailOtpOptions> = {}): EmailOtpPlugin {
  const { options, configErrors } = emailOtpOptions.read(given);
  const { disableSignUp, signInDigits: digits } = options;
  return definePlugin<EmailOtpTypes>({
    id: "email-otp",
    options,
    configErrors,
    errors: emailOtpErrors,
    stateCookies: [challengeCookie],
    endpoints,
    pages,
    hooks: {
      ...rulesOf(),
      "public-options": ({ settings }: Pick<Context, "settings">) => ({
        emailOtp: settings.hasMail ? { canSignUp: !disableSignUp, digits } : null,
      }),
    },
  });
}
