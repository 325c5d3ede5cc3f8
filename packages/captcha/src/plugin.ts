import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { type CaptchaErrorCode, captchaErrors } from "./errors.js";
import type { CaptchaEvent } from "./events.js";
import { asks } from "./hooks/asks.js";
import { type CaptchaOptions, captchaOptions, missingIn } from "./options.js";
import { verify } from "./verify/verify.js";

/** The types of the plugin. */
export interface CaptchaTypes extends PluginTypes {
  readonly errorCode: CaptchaErrorCode;
  readonly event: CaptchaEvent;
}

/** A named interface keeps the inferred types of apps short. */
export interface CaptchaPlugin extends Plugin<CaptchaTypes> {}

/**
 * Asks for a solved CAPTCHA before a sign-up, a sign-in and a password reset over HTTP: the page sends the response of
 * the provider's widget in the header `X-Captcha-Response`.
 *
 * @param given the provider, its secret key, and see `CaptchaOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [captcha({ provider: "hcaptcha", secretKey: process.env.HCAPTCHA_SECRET })] })
 */
export function captcha(
  given: Pick<CaptchaOptions, "provider" | "secretKey"> & OptionsInput<CaptchaOptions>,
): CaptchaPlugin {
  const { options, configErrors } = captchaOptions.read(given);
  return definePlugin<CaptchaTypes>({
    id: "captcha",
    options,
    configErrors,
    missing: missingIn(options),
    errors: captchaErrors,
    hooks: asks(options, (ctx, attempt, caller) => verify(ctx, options, attempt, caller)),
  });
}
