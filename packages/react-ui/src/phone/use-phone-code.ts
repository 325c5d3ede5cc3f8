import { useLeaveSignedIn, useWantedPath } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { phone as english } from "../texts/en/phone.js";
import { useTexts } from "../texts/use-texts.js";
import { type SentNumber, useSentNumber } from "./use-sent-number.js";

/** Options of `usePhoneCode`. */
export interface PhoneCodeOptions {
  /** The path after the sign-in. Default: `?redirect=` of the URL, or the home screen. */
  readonly redirectTo?: string | undefined;
}

/** The state of a sign-in by a code to a phone. */
export interface PhoneCodeState extends SentNumber {}

/**
 * The state and the handlers of a sign-in by a code to a phone, without markup. Leaves the screen when the user is
 * signed in.
 *
 * @example const { form, sentTo, code, again, restart } = usePhoneCode();
 */
export function usePhoneCode({ redirectTo }: PhoneCodeOptions = {}): PhoneCodeState {
  const { client } = useUI();
  const to = useWantedPath(redirectTo);
  const { number: label } = useTexts("phone", english);
  useLeaveSignedIn(to);
  return useSentNumber({ label, to, use: (input, options) => client.phoneNumber.verify(input, options) });
}
