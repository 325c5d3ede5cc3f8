import { challengeCookie } from "@keyhold/core/mailbox";
import type { OptionsInput } from "@keyhold/core/options";
import { type Context, definePlugin, type Plugin, type PluginTypes, proofColumns } from "@keyhold/core/plugin";
import type { PhoneNumberEmail } from "./emails.js";
import { endpoints, type PhoneNumberEndpoints, pages } from "./endpoints.js";
import { type PhoneNumberErrorCode, phoneNumberErrors } from "./errors.js";
import type { PhoneNumberEvent } from "./events.js";
import { hookNames, type PhoneNumberHooks } from "./hooks/offers.js";
import { factorRulesOf, rulesOf } from "./hooks/uses.js";
import { type PhoneNumberSession, type PhoneNumberUser, userColumns } from "./models.js";
import { offerOf, type PhoneNumberOffer, type PhoneNumberOptions, phoneNumberOptions } from "./options.js";

/** The types of both halves. */
export interface PhoneNumberTypes extends PluginTypes {
  readonly endpoints: PhoneNumberEndpoints;
  readonly user: PhoneNumberUser;
  readonly session: PhoneNumberSession;
  readonly errorCode: PhoneNumberErrorCode;
  readonly email: PhoneNumberEmail;
  readonly event: PhoneNumberEvent;
  readonly hooks: PhoneNumberHooks;
  readonly publicOptions: { readonly phoneNumber: PhoneNumberOffer | null };
}

/** A named interface keeps the inferred types of apps short. */
export interface PhoneNumberPlugin extends Plugin<PhoneNumberTypes> {}

/**
 * Signs users in by a code to a phone number, or by the number and a password, and creates the accounts of new numbers.
 * No number gets a message until `allowedCountries` lists its country.
 *
 * @param given see `PhoneNumberOptions` for the defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [phoneNumber({ allowedCountries: ["DE"], sendMessage })] })
 */
export function phoneNumber(given: OptionsInput<PhoneNumberOptions> = {}): PhoneNumberPlugin {
  const { options, configErrors } = phoneNumberOptions.read(given);
  return definePlugin<PhoneNumberTypes>({
    id: "phone-number",
    options,
    configErrors,
    errors: phoneNumberErrors,
    extends: { user: { columns: userColumns }, session: { columns: proofColumns } },
    taken: { phoneNumber: phoneNumberErrors.PHONE_NUMBER_EXIST },
    stateCookies: [challengeCookie],
    endpoints,
    pages,
    hookNames,
    hooks: {
      ...rulesOf(),
      ...factorRulesOf(options),
      "public-options": ({ settings }: Pick<Context, "settings">) => ({
        phoneNumber: offerOf(options, settings),
      }),
    },
  });
}
