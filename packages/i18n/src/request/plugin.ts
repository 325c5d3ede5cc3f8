import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { acceptedLanguages } from "../language/match.js";
import { languagesOfRequest, running } from "./languages.js";

/** The types of the plugin. */
export interface RequestLanguageTypes extends PluginTypes {
  readonly errorCode: never;
}

/** A named interface keeps the inferred types of apps short. */
export interface RequestLanguagePlugin extends Plugin<RequestLanguageTypes> {}

/**
 * Lets emails and messages know the languages of the request that causes them: see `languageOfEmail` and
 * `languagesOfRequest`. Needs `AsyncLocalStorage` of the platform: Node, Bun, Deno, and workers with `nodejs_compat`.
 *
 * @returns the plugin for `createAuth({ plugins })`
 * @example createAuth({ …, plugins: [requestLanguage()], mail: nodemailer(transport, { …, languageOf: languageOfEmail }) })
 */
export function requestLanguage(): RequestLanguagePlugin {
  return definePlugin<RequestLanguageTypes>({
    id: "request-language",
    hooks: {
      "call.run": (headers, run) => running.run(acceptedLanguages(headers.get("accept-language")), run),
      "email.keep": () => ({ languages: languagesOfRequest() }),
    },
  });
}
