import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { hooksOf } from "./hooks/uses.js";
import { type I18nOptions, i18nOptions } from "./options.js";

/** The types of the plugin. */
export interface I18nTypes extends PluginTypes {
  readonly errorCode: never;
}

/** A named interface keeps the inferred types of apps short. */
export interface I18nPlugin extends Plugin<I18nTypes> {}

/**
 * Answers errors in the language of the user: the `message` by the `code`. The code, the status and all other fields
 * stay. A message that the app has written stays, too.
 *
 * @param given the languages, and see `I18nOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [i18n({ locales: [german, french] })] })
 */
export function i18n(given: Pick<I18nOptions, "locales"> & OptionsInput<I18nOptions>): I18nPlugin {
  const { options, configErrors } = i18nOptions.read(given);
  return definePlugin<I18nTypes>({ id: "i18n", options, configErrors, hooks: hooksOf(options) });
}
