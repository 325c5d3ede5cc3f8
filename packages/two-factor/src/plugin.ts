import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes, proofColumns } from "@keyhold/core/plugin";
import type { TwoFactorEmail } from "./emails.js";
import { endpoints, pages, type TwoFactorEndpoints, type TwoFactorServerEndpoints } from "./endpoints.js";
import { type TwoFactorErrorCode, twoFactorErrors } from "./errors.js";
import type { TwoFactorEvent } from "./events.js";
import { encryptedSecrets } from "./factor/factor.js";
import { hookNames, type TwoFactorHooks } from "./hooks/offers.js";
import { rulesOf } from "./hooks/uses.js";
import {
  backupCodeModel,
  type ProofSession,
  type TwoFactorUser,
  trustedDeviceModel,
  twoFactorModel,
  userColumns,
} from "./models.js";
import { type TwoFactorOffer, type TwoFactorOptions, twoFactorOptions } from "./options.js";

/** The types of both halves. */
export interface TwoFactorTypes extends PluginTypes {
  readonly endpoints: TwoFactorEndpoints;
  readonly serverEndpoints: TwoFactorServerEndpoints;
  readonly user: TwoFactorUser;
  readonly session: ProofSession;
  readonly asksMore: true;
  readonly errorCode: TwoFactorErrorCode;
  readonly event: TwoFactorEvent;
  readonly email: TwoFactorEmail;
  readonly hooks: TwoFactorHooks;
  readonly publicOptions: { readonly twoFactor: TwoFactorOffer };
}

/** A named interface keeps the inferred types of apps short. */
export interface TwoFactorPlugin extends Plugin<TwoFactorTypes> {}

/**
 * Asks for a second factor at every way to sign in, for users who have enabled an app, emailed codes or backup codes.
 *
 * @param given options; see `TwoFactorOptions` for their defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [twoFactor({ issuer: "Tea Shop" })] })
 */
export function twoFactor(given: OptionsInput<TwoFactorOptions> = {}): TwoFactorPlugin {
  const { options, configErrors } = twoFactorOptions.read(given);
  return definePlugin<TwoFactorTypes>({
    id: "two-factor",
    options,
    errors: twoFactorErrors,
    stateCookies: ["trust_device", "factor_browser"],
    models: [twoFactorModel, backupCodeModel, trustedDeviceModel],
    extends: { user: { columns: userColumns }, session: { columns: proofColumns } },
    endpoints,
    pages,
    encrypted: [encryptedSecrets],
    hookNames,
    hooks: rulesOf(options),
    configErrors,
  });
}
