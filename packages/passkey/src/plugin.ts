import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type OutputColumns, type Plugin, type PluginTypes, proofColumns } from "@keyhold/core/plugin";
import type { PasskeyEmail } from "./emails.js";
import { endpoints, type PasskeyEndpoints, type PasskeyServerEndpoints } from "./endpoints.js";
import { type PasskeyErrorCode, passkeyErrors } from "./errors.js";
import type { PasskeyEvent } from "./events.js";
import { rulesOf } from "./hooks/uses.js";
import { passkeyModel, userColumns } from "./models.js";
import { type PasskeyOptions, passkeyOptions } from "./options.js";

/** The columns of the session in answers. */
export interface PasskeySession extends OutputColumns<typeof proofColumns> {}

/** The types of both halves. */
export interface PasskeyTypes extends PluginTypes {
  readonly endpoints: PasskeyEndpoints;
  readonly serverEndpoints: PasskeyServerEndpoints;
  readonly session: PasskeySession;
  readonly errorCode: PasskeyErrorCode;
  readonly event: PasskeyEvent;
  readonly email: PasskeyEmail;
  readonly publicOptions: { readonly passkey: { readonly signUp: boolean } };
}

/** The types with `asSecondFactor`: every sign-in may answer `MoreAsked`. */
export interface AskingPasskeyTypes extends PasskeyTypes {
  readonly asksMore: true;
}

/** A named interface keeps the inferred types of apps short. */
export interface PasskeyPlugin extends Plugin<PasskeyTypes> {}

/** The plugin with `asSecondFactor`. */
export interface AskingPasskeyPlugin extends Plugin<AskingPasskeyTypes> {}

/**
 * Signs in with passkeys (WebAuthn): keys on a user's devices, which no page of another domain can use.
 *
 * @param given options; see `PasskeyOptions` for their defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [passkey({ rpId: "example.com" })] })
 */
export function passkey(given: OptionsInput<PasskeyOptions> & { readonly asSecondFactor: true }): AskingPasskeyPlugin;
export function passkey(given?: OptionsInput<PasskeyOptions>): PasskeyPlugin;
export function passkey(given: OptionsInput<PasskeyOptions> = {}): PasskeyPlugin {
  const { options, configErrors } = passkeyOptions.read(given);
  return definePlugin<PasskeyTypes>({
    id: "passkey",
    options,
    errors: passkeyErrors,
    stateCookies: ["passkey"],
    models: [passkeyModel],
    extends: { user: { columns: userColumns }, session: { columns: proofColumns } },
    endpoints,
    hooks: { ...rulesOf(options), "public-options": () => ({ passkey: { signUp: options.signUp } }) },
    configErrors,
  });
}
