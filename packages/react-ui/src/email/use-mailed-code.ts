import type { CallError, CallOptions } from "@keyhold/react";
import { useEndSignIn } from "../after-sign-in.js";
import type { FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { rememberMeBox } from "../sign-in/remember-me.js";
import { useChallenge } from "../sign-in/use-challenge.js";
import { common } from "../texts/en/common.js";
import { factor } from "../texts/en/factor.js";
import { signIn } from "../texts/en/sign-in.js";
import { useTexts } from "../texts/use-texts.js";

/** Options of `useMailedCode`. */
export interface MailedCodeOptions {
  readonly digits: number;
  /** The path after the sign-in. */
  readonly to: string;
  readonly texts: {
    readonly wrongCode: string;
    readonly tooManyCodes: string;
    /** Texts of further errors that are about the code, by error code. */
    readonly errors?: Readonly<Record<string, string>>;
  };
  /** Whether the form stays after a success: the screen shows the next step. Called after each success. */
  readonly staysHere?: (() => boolean) | undefined;
  /** The call that signs in by the code. */
  readonly signIn: (
    code: string,
    options: CallOptions,
  ) => Promise<{ readonly data: object | null; readonly error: CallError | null }>;
}

/** The form of a code, in an email or a message, that signs the user in. */
export function useMailedCode({ digits, to, texts, staysHere, signIn }: MailedCodeOptions): FormState<"code"> {
  const shared = useTexts("factor", factor);
  const endSignIn = useEndSignIn();
  const challenge = useChallenge();
  return useForm({
    fields: [
      {
        name: "code",
        label: shared.code,
        empty: shared.codeEmpty,
        hint: shared.codeHint(digits),
        input: {
          autoComplete: "one-time-code",
          inputMode: "numeric",
          autoCorrect: "off",
          spellCheck: false,
          size: digits,
          maxLength: 64,
        },
      },
    ],
    errorFields: { INVALID_OTP: "code", TOO_MANY_ATTEMPTS: "code" },
    errorTexts: { INVALID_OTP: texts.wrongCode, TOO_MANY_ATTEMPTS: texts.tooManyCodes, ...texts.errors },
    get staysAfterSuccess() {
      return staysHere?.() ?? false;
    },
    async send({ code = "" }) {
      return endSignIn(await signIn(code, await challenge("sign-in")), to);
    },
  });
}

/** What the form of an address asks for. */
export interface AskedAddress {
  readonly email: string;
  /** Whether the box "Keep me signed in" is checked. */
  readonly rememberMe: boolean;
}

/** The form that asks for an address, and whether the user stays signed in. */
export function useAddressForm(
  ask: (asked: AskedAddress) => Promise<CallError | null>,
): FormState<"email" | "rememberMe"> {
  const texts = useTexts("common", common);
  const box = rememberMeBox(useTexts("signIn", signIn));
  return useForm({
    fields: [
      {
        name: "email",
        label: texts.email,
        empty: texts.emailEmpty,
        input: { type: "email", autoComplete: "username", autoCapitalize: "none", spellCheck: false },
      },
      box,
    ],
    errorFields: { INVALID_EMAIL: "email" },
    staysAfterSuccess: true,
    send: ({ email = "", rememberMe }) => ask({ email: email.trim(), rememberMe: rememberMe === "on" }),
  });
}
