import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { endpoints, type OneTimeTokenEndpoints, pages } from "./endpoints.js";
import { type OneTimeTokenErrorCode, oneTimeTokenErrors } from "./errors.js";
import { type ParentSession, parentColumns } from "./models.js";
import { type OneTimeTokenOptions, oneTimeTokenOptions } from "./options.js";

/** The types of both halves. */
export interface OneTimeTokenTypes extends PluginTypes {
  readonly endpoints: OneTimeTokenEndpoints;
  readonly errorCode: OneTimeTokenErrorCode;
  readonly session: ParentSession;
}

/** A named interface keeps the inferred types of apps short. */
export interface OneTimeTokenPlugin extends Plugin<OneTimeTokenTypes> {}

/**
 * Carries a sign-in to another host or app of this auth: a token works once, for a minute, and opens a session of
 * the user. The new session ends with the session of the token.
 *
 * @param given see `OneTimeTokenOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [oneTimeToken()] })
 */
export function oneTimeToken(given: OptionsInput<OneTimeTokenOptions> = {}): OneTimeTokenPlugin {
  return definePlugin<OneTimeTokenTypes>({
    id: "one-time-token",
    ...oneTimeTokenOptions.read(given),
    errors: oneTimeTokenErrors,
    extends: { session: { columns: parentColumns } },
    endpoints,
    pages,
  });
}
