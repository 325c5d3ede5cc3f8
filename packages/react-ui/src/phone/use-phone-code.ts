import { useRef, useState } from "react";
import { useLeaveSignedIn, useWantedPath } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { useMailedCode } from "../email/use-mailed-code.js";
import type { FormState } from "../form/form-state.js";
import { rememberMeBox } from "../sign-in/remember-me.js";
import { emailCode } from "../texts/en/email-code.js";
import { phone as english } from "../texts/en/phone.js";
import { signIn } from "../texts/en/sign-in.js";
import { useTexts } from "../texts/use-texts.js";
import { type SentNumber, useSentNumber } from "./use-sent-number.js";

/** Options of `usePhoneCode`. */
export interface PhoneCodeOptions {
  /** The path after the sign-in. Default: `?redirect=` of the URL, or the home screen. */
  readonly redirectTo?: string | undefined;
}

/** The state of a sign-in by a code to a phone. */
export interface PhoneCodeState extends SentNumber {
  /**
   * The form of the code in an email, which the server asks for after the right code of a number in doubt, e.g. a number
   * that was not used for 90 days. Null: no email is asked for. `again` leads back to the code of the message.
   */
  readonly mailed: FormState<"code"> | null;
}

/** A number with a right code. */
interface ProvenNumber {
  readonly phoneNumber: string;
  readonly country?: string;
}

/** The codes in emails have eight digits. */
const mailedDigits = 8;

/**
 * The state and the handlers of a sign-in by a code to a phone, without markup. Leaves the screen when the user is
 * signed in.
 *
 * @example const { form, sentTo, code, mailed, again, restart } = usePhoneCode();
 */
export function usePhoneCode({ redirectTo }: PhoneCodeOptions = {}): PhoneCodeState {
  const { client } = useUI();
  const to = useWantedPath(redirectTo);
  const { number: label } = useTexts("phone", english);
  const texts = useTexts("emailCode", emailCode);
  const [proven, setProven] = useState<ProvenNumber | null>(null);
  // Not the state: the form of the message is asked before the next render.
  const isMailed = useRef(false);
  useLeaveSignedIn(to);
  const state = useSentNumber({
    label,
    to,
    box: rememberMeBox(useTexts("signIn", signIn)),
    staysHere: () => isMailed.current,
    errors: { PHONE_NUMBER_IN_DOUBT: texts.numberInDoubt },
    onSent: forget,
    async use(number, given, options) {
      const answer = await client.phoneNumber.verify({ ...number, ...given }, options);
      isMailed.current = asksForMailbox(answer.data);
      if (!isMailed.current) return answer;
      setProven(number);
      return { data: null, error: null };
    },
  });
  const mailed = useMailedCode({
    digits: mailedDigits,
    to,
    texts,
    signIn: (code, options) => client.phoneNumber.verifyEmail({ phoneNumber: "", ...proven, code }, options),
  });
  function forget(): void {
    mailed.forget("code");
    setProven(null);
  }
  function restart(): void {
    forget();
    state.restart();
  }
  return { ...state, mailed: proven && mailed, restart };
}

/** Whether the next step is the code of an email to the user of a number in doubt. */
const asksForMailbox = (data: object | null): boolean =>
  data !== null &&
  "twoFactorMethods" in data &&
  Array.isArray(data.twoFactorMethods) &&
  data.twoFactorMethods.includes("phone-number-email");
