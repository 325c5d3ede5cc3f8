import type { CallError, CallOptions } from "@keyhold/react";
import { useEndSignIn } from "../after-sign-in.js";
import type { FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { useChallenge } from "../sign-in/use-challenge.js";
import { common } from "../texts/en/common.js";
import { factor } from "../texts/en/factor.js";
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

/** The form that asks for an address. */
export function useAddressForm(ask: (email: string) => Promise<CallError | null>): FormState<"email"> {
  const texts = useTexts("common", common);
  return useForm({
    fields: [
      {
        name: "email",
        label: texts.email,
        empty: texts.emailEmpty,
        input: { type: "email", autoComplete: "username", autoCapitalize: "none", spellCheck: false },
      },
    ],
    errorFields: { INVALID_EMAIL: "email" },
    staysAfterSuccess: true,
    send: ({ email = "" }) => ask(email.trim()),
  });
}
