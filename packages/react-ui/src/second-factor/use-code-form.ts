import type { CallError } from "@keyhold/react";
import { useUI } from "../context.js";
import type { FieldDeclaration, FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { durationIn } from "../parts/duration.js";
import { factor as english } from "../texts/en/factor.js";
import { useTexts } from "../texts/use-texts.js";
import type { CodeMethod } from "./methods.js";

/** The input of a code form. */
export interface GivenCode {
  readonly code: string;
  readonly trustDevice: boolean;
}

/** What `useCodeForm` takes. */
export interface CodeFormOptions {
  readonly method: CodeMethod;
  /** The call with the code; answers the error. */
  readonly verify: (given: GivenCode) => Promise<CallError | null>;
  /** The seconds for which a browser can be trusted. Default: the form does not ask. */
  readonly trustSeconds?: number | null;
}

/** The digits of a code. An app that sends codes by its own function has shorter codes, which the user submits. */
const digitsOf: Readonly<Record<CodeMethod, number | null>> = { totp: 6, otp: 8, "phone-code": 6, "backup-code": null };

/** A form for a code, which browsers and password managers fill in. */
export function useCodeForm({ method, verify, trustSeconds }: CodeFormOptions): FormState<"code" | "trustDevice"> {
  const { locale } = useUI();
  const texts = useTexts("factor", english);
  const isDigits = method !== "backup-code";
  const digits = digitsOf[method];
  const wrong = texts.wrong[method === "phone-code" ? "otp" : method];
  const trust: FieldDeclaration<"trustDevice"> = {
    name: "trustDevice",
    kind: "checkbox",
    label: texts.trust,
    hint: texts.trustHint(durationIn(locale, trustSeconds ?? 0)),
  };
  return useForm<"code" | "trustDevice">({
    fields: [
      // Before the code, whose last digit submits the form.
      ...(trustSeconds ? [trust] : []),
      {
        name: "code",
        label: isDigits ? texts.code : texts.backupCode,
        empty: isDigits ? texts.codeEmpty : texts.backupCodeEmpty,
        hint: digits ? texts.codeHint(digits) : texts.backupCodeHint,
        input: {
          autoComplete: isDigits ? "one-time-code" : "off",
          inputMode: isDigits ? "numeric" : "text",
          autoCapitalize: isDigits ? "none" : "characters",
          autoCorrect: "off",
          spellCheck: false,
          ...(digits && { size: digits }),
          maxLength: 64,
        },
      },
    ],
    errorTexts: { INVALID_CODE: wrong, INVALID_BACKUP_CODE: wrong, INVALID_OTP: wrong },
    errorFields: {
      INVALID_CODE: "code",
      INVALID_BACKUP_CODE: "code",
      INVALID_OTP: "code",
      OTP_HAS_EXPIRED: "code",
      OTP_NOT_ENABLED: "code",
      TOTP_NOT_ENABLED: "code",
    },
    send: ({ code = "", trustDevice }) => verify({ code, trustDevice: trustDevice === "on" }),
  });
}
