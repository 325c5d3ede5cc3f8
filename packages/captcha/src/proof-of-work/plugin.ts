import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { type CaptchaErrorCode, captchaErrors } from "../errors.js";
import type { CaptchaEvent } from "../events.js";
import { asks } from "../hooks/asks.js";
import { endpoints, type ProofOfWorkEndpoints } from "./endpoints.js";
import { type ProofOfWorkOptions, proofOfWorkOptions } from "./options.js";
import { verifyWork } from "./verify.js";

/** The types of both halves. */
export interface ProofOfWorkTypes extends PluginTypes {
  readonly endpoints: ProofOfWorkEndpoints;
  readonly errorCode: CaptchaErrorCode;
  readonly event: CaptchaEvent;
}

/** A named interface keeps the inferred types of apps short. */
export interface ProofOfWorkPlugin extends Plugin<ProofOfWorkTypes> {}

/**
 * Asks for a proof of work before a sign-up, a sign-in, a password reset and an email: the page computes for about a
 * second, without a provider and without a person. It makes many calls expensive.
 *
 * @param given see `ProofOfWorkOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [proofOfWork()] })
 */
export function proofOfWork(given: OptionsInput<ProofOfWorkOptions> = {}): ProofOfWorkPlugin {
  const { options, configErrors } = proofOfWorkOptions.read(given);
  return definePlugin<ProofOfWorkTypes>({
    id: "proof-of-work",
    options,
    configErrors,
    errors: captchaErrors,
    endpoints,
    hooks: asks(options, verifyWork),
  });
}
