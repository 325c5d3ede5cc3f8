import type { CallError, CallOptions } from "@keyhold/react";
import { useState } from "react";
import { useUI } from "../context.js";
import { useMailedCode } from "../email/use-mailed-code.js";
import { useResend } from "../email/use-resend.js";
import type { SendAgain } from "../email/use-verify-email.js";
import type { FieldDeclaration, FormState } from "../form/form-state.js";
import { type Offers, useOffers } from "../offers.js";
import { useChallenge } from "../sign-in/use-challenge.js";
import { phone as english } from "../texts/en/phone.js";
import { useTexts } from "../texts/use-texts.js";
import { type Countries, useCountries } from "./use-countries.js";
import { type GivenNumber, type NumberField, useNumberForm } from "./use-number-form.js";

/** A number that gets a code, and the code. */
export interface SentNumber {
  /** Whether what the server offers is known, and the countries of the browser. */
  readonly isKnown: boolean;
  /** Null: the server sends no messages, or it is not known yet. */
  readonly offer: Offers["phone"];
  /** The form that asks for a code. It has the field `country` if the server sends messages to several countries. */
  readonly form: FormState<NumberField>;
  /** The number that was asked for, with the name of the country; null before. */
  readonly sentTo: string | null;
  /** The form of the code. */
  readonly code: FormState<"code">;
  /** Sends the message again, after a pause. */
  readonly again: SendAgain;
  /** Asks for another number. */
  readonly restart: () => void;
}

/** Options of `useSentNumber`. */
export interface SentNumberOptions {
  /** The label of the number. */
  readonly label: string;
  /** The path after the code. */
  readonly to: string;
  /** Whether the screen stays after the code. Called after each right code. */
  readonly staysHere?: () => boolean;
  /** Texts of further errors that are about the code, by error code. */
  readonly errors?: Readonly<Record<string, string>>;
  /** The box "Keep me signed in" of a form that signs a user in. */
  readonly box?: FieldDeclaration<"rememberMe">;
  /** Called after each message. */
  readonly onSent?: () => void;
  /** The call that uses the code. */
  readonly use: (
    number: { readonly phoneNumber: string; readonly country?: string },
    given: { readonly code: string; readonly rememberMe: boolean },
    options: CallOptions,
  ) => Promise<{ readonly data: object | null; readonly error: CallError | null }>;
}

/** The codes of the server have six digits. */
const digits = 6;
const none: readonly string[] = [];

/** A form for a number, and then a form for the code. */
export function useSentNumber(options: SentNumberOptions): SentNumber {
  const { label, to, staysHere, errors, box, onSent, use } = options;
  const { client } = useUI();
  const offers = useOffers();
  const challenge = useChallenge();
  const texts = useTexts("phone", english);
  const [sent, setSent] = useState<GivenNumber | null>(null);
  const offer = offers?.phone ?? null;
  const countries: Countries | null = useCountries(offer?.countries ?? none);

  const ask = async (number: GivenNumber | null) => {
    const { error } = await client.phoneNumber.sendOtp(inputOf(number), await challenge("sign-in"));
    if (!error) onSent?.();
    return error;
  };
  const form = useNumberForm({
    label,
    countries,
    box,
    async ask(number) {
      const error = await ask(number);
      if (!error) setSent(number);
      return error;
    },
  });
  const sentTo = sent?.shown ?? null;
  const again = useResend({ sentTo, done: texts.sentAgain, ask: () => ask(sent) });
  const code = useMailedCode({
    digits,
    to,
    staysHere,
    texts: { ...texts, errors: { PHONE_NUMBER_EXIST: texts.taken, ...errors } },
    signIn: (code, options) => use(inputOf(sent), { code, rememberMe: sent?.rememberMe === true }, options),
  });
  function restart(): void {
    code.forget("code");
    setSent(null);
  }
  const isKnown = offers !== null && countries !== null;
  return { isKnown, offer, form, sentTo, code, again, restart };
}

/** The input of a call. */
const inputOf = (number: GivenNumber | null): { readonly phoneNumber: string; readonly country?: string } => ({
  phoneNumber: number?.phoneNumber ?? "",
  ...(number?.country !== undefined && { country: number.country }),
});
