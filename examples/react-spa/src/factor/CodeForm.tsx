import type { CallError } from "@keyhold/client";
import type { TwoFactorErrorCode } from "@keyhold/two-factor/client";
import type { ReactNode } from "react";
import { Field } from "../form/Field.tsx";
import { Form } from "../form/Form.tsx";
import type { Places } from "../form/form-error.ts";
import type { CodeMethod } from "./methods.ts";

/** What the form gives to its call. */
export interface GivenCode {
  readonly code: string;
  readonly trustDevice: boolean;
}

/** A call with a code; answers its error. */
export type Verify = (given: GivenCode) => Promise<CallError | null>;

export interface CodeFormProps {
  readonly verify: Verify;
  readonly submit: string;
  readonly busy: string;
  /** Shown below the field, e.g. whether to trust this browser. */
  readonly children?: ReactNode;
}

const wrong: Readonly<Record<CodeMethod, string>> = {
  totp: "This is not the code of this moment, or it was used before. Wait for the next one.",
  otp: "This is not the newest code that we sent you.",
  "backup-code": "This is none of your unused backup codes.",
};

/** The places of the errors of a code. */
const placesOf = (method: CodeMethod): Places<TwoFactorErrorCode> => {
  const field = "code";
  const notSetUp = { field, text: "Codes of this kind are not set up for your account." };
  return {
    INVALID_CODE: { field, text: wrong[method] },
    INVALID_BACKUP_CODE: { field, text: wrong[method] },
    OTP_HAS_EXPIRED: { field, text: "This code is too old: get a new one." },
    OTP_NOT_ENABLED: notSetUp,
    TOTP_NOT_ENABLED: notSetUp,
  };
};

interface MethodProps extends CodeFormProps {
  readonly method: CodeMethod;
}

/** One code of a kind, which a browser or a password manager can fill in. */
export function CodeForm({ method, verify, submit, busy, children }: MethodProps) {
  const isDigits = method !== "backup-code";
  return (
    <Form
      send={({ code = "", trustDevice }) => verify({ code, trustDevice: trustDevice === "on" })}
      submit={submit}
      busy={busy}
      places={placesOf(method)}
    >
      <Field
        name="code"
        label={isDigits ? "Code" : "Backup code"}
        className="input code-input"
        autoComplete={isDigits ? "one-time-code" : "off"}
        inputMode={isDigits ? "numeric" : "text"}
        autoCapitalize={isDigits ? "none" : "characters"}
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        empty={isDigits ? "Enter the code." : "Enter a backup code."}
        hint={isDigits ? undefined : "Capital letters and dashes do not matter."}
      />
      {children}
    </Form>
  );
}
