import { challengeCookie } from "@keyhold/core/mailbox";
import type { OptionsInput } from "@keyhold/core/options";
import { type Context, definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import type { MagicLinkEmail } from "./emails.js";
import { endpoints, type MagicLinkEndpoints, pages } from "./endpoints.js";
import { type MagicLinkErrorCode, magicLinkErrors } from "./errors.js";
import { rulesOf } from "./hooks/uses.js";
import { type MagicLinkOptions, magicLinkOptions } from "./options.js";

/** The types of both halves. */
export interface MagicLinkTypes extends PluginTypes {
  readonly endpoints: MagicLinkEndpoints;
  readonly errorCode: MagicLinkErrorCode;
  readonly email: MagicLinkEmail;
  readonly publicOptions: {
    /** Null: the auth sends no emails. */
    readonly magicLink: { readonly canSignUp: boolean; readonly hasCode: boolean } | null;
  };
}

/** A named interface keeps the inferred types of apps short. */
export interface MagicLinkPlugin extends Plugin<MagicLinkTypes> {}

/**
 * Signs users in by a link in an email, and creates the accounts of new addresses. The browser that asked is signed in by
 * opening the link; every other browser gets a page with a button first.
 *
 * @param given see `MagicLinkOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [magicLink()] })
 */
export function magicLink(given: OptionsInput<MagicLinkOptions> = {}): MagicLinkPlugin {
  const { options, configErrors } = magicLinkOptions.read(given);
  return definePlugin<MagicLinkTypes>({
    id: "magic-link",
    options,
    configErrors,
    errors: magicLinkErrors,
    stateCookies: [challengeCookie],
    endpoints,
    pages,
    hooks: {
      ...rulesOf(),
      "public-options": ({ settings }: Pick<Context, "settings">) => ({
        magicLink: settings.hasMail ? { canSignUp: !options.disableSignUp, hasCode: options.withCode } : null,
      }),
    },
  });
}
