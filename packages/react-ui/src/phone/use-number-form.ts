import type { CallError } from "@keyhold/react";
import type { FieldDeclaration, FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { phone as english } from "../texts/en/phone.js";
import { useTexts } from "../texts/use-texts.js";
import type { Countries } from "./use-countries.js";

/** A number as the user gave it. */
export interface GivenNumber {
  readonly phoneNumber: string;
  /** The ISO 3166-1 code for a number in national notation; undefined: the number begins with a country's code. */
  readonly country: string | undefined;
  /** The number for a text, with the name of the country. */
  readonly shown: string;
  /** Whether the box "Keep me signed in" is checked; false without a box. */
  readonly rememberMe: boolean;
}

/** Options of `useNumberForm`. */
export interface NumberFormOptions {
  readonly label: string;
  readonly countries: Countries | null;
  /** The last field of a form that signs a user in. */
  readonly box: FieldDeclaration<"rememberMe"> | undefined;
  readonly ask: (number: GivenNumber) => Promise<CallError | null>;
}

/** The fields of the form of a number. */
export type NumberField = "country" | "phoneNumber" | "rememberMe";

/** The form that asks for a number, and for the country if there are several. The server reads the number. */
export function useNumberForm({ label, countries, box, ask }: NumberFormOptions): FormState<NumberField> {
  const texts = useTexts("phone", english);
  const { options = [], own = 0 } = countries ?? {};
  const only = options.length === 1 ? options[0] : undefined;
  const choose = { value: "", label: texts.chooseCountry };
  const country: FieldDeclaration<"country"> = {
    name: "country",
    kind: "select",
    label: texts.country,
    options: own > 0 ? options : [choose, ...options],
    input: { autoComplete: "country" },
  };
  return useForm<NumberField>({
    fields: [
      ...(only ? [] : [country]),
      {
        name: "phoneNumber",
        label,
        empty: texts.numberEmpty,
        hint: only ? texts.numberOfCountry(only.label) : texts.numberHint,
        // The digits of a number run from left to right in every language.
        input: { type: "tel", autoComplete: "tel", dir: "ltr", maxLength: 64 },
      },
      ...(box ? [box] : []),
    ],
    errorFields: { INVALID_PHONE_NUMBER: "phoneNumber", PHONE_NUMBER_NOT_ALLOWED: "phoneNumber" },
    errorTexts: { INVALID_PHONE_NUMBER: texts.invalidNumber, PHONE_NUMBER_NOT_ALLOWED: texts.notAllowed },
    staysAfterSuccess: true,
    check: ({ country, phoneNumber = "" }) =>
      country === "" && needsCountry(visible(phoneNumber)) ? [{ field: "country", text: texts.countryEmpty }] : [],
    send({ country = only?.value, phoneNumber: given = "", rememberMe }) {
      const phoneNumber = visible(given);
      const chosen = needsCountry(phoneNumber) ? options.find(({ value }) => value === country) : undefined;
      const shown = texts.numberIn(phoneNumber, chosen?.label ?? null);
      return ask({ phoneNumber, country: chosen?.value, shown, rememberMe: rememberMe === "on" });
    },
  });
}

/** A number that was copied from contacts stands between invisible marks of text direction. */
const visible = (given: string): string => given.replace(/\p{DI}/gu, "").trim();

/** Whether a number begins with no code of a country. The full-width "＋" is of Japanese keyboards. */
const needsCountry = (number: string): boolean => /^[^+＋]/.test(number);
