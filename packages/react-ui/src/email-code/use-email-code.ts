import { useState } from "react";
import { useLeaveSignedIn, useWantedPath } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { type AskedAddress, useAddressForm, useMailedCode } from "../email/use-mailed-code.js";
import { useResend } from "../email/use-resend.js";
import type { SendAgain } from "../email/use-verify-email.js";
import type { FormState } from "../form/form-state.js";
import { type Offers, useOffers } from "../offers.js";
import { useChallenge } from "../sign-in/use-challenge.js";
import { emailCode as english } from "../texts/en/email-code.js";
import { useTexts } from "../texts/use-texts.js";

/** Options of `useEmailCode`. */
export interface EmailCodeOptions {
  /** The path after the sign-in. Default: `?redirect=` of the URL, or the home screen. */
  readonly redirectTo?: string | undefined;
}

/** The state of a sign-in by a code in an email. */
export interface EmailCodeState {
  /** Whether what the server offers is known. */
  readonly isKnown: boolean;
  /** Null: the server sends no codes, or it is not known yet. */
  readonly offer: Offers["emailCode"];
  /** The form that asks for a code. */
  readonly form: FormState<"email" | "rememberMe">;
  /** The address that was asked for, with or without an account; null before. */
  readonly sentTo: string | null;
  /** The form of the code. */
  readonly code: FormState<"code">;
  /** Sends the email again, after a pause. */
  readonly again: SendAgain;
  /** Asks for another address. */
  readonly restart: () => void;
}

/**
 * The state and the handlers of a sign-in by a code in an email, without markup. Leaves the screen when the user is
 * signed in.
 *
 * @example const { form, sentTo, code, again, restart } = useEmailCode();
 */
export function useEmailCode({ redirectTo }: EmailCodeOptions = {}): EmailCodeState {
  const { client } = useUI();
  const offers = useOffers();
  const to = useWantedPath(redirectTo);
  const challenge = useChallenge();
  const texts = useTexts("emailCode", english);
  const [asked, setAsked] = useState<AskedAddress | null>(null);
  const sentTo = asked?.email ?? null;
  const offer = offers?.emailCode ?? null;
  useLeaveSignedIn(to);

  const ask = async (email: string) =>
    (await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" }, await challenge("sign-in"))).error;
  const form = useAddressForm(async (given) => {
    const error = await ask(given.email);
    if (!error) setAsked(given);
    return error;
  });
  const again = useResend({ sentTo, done: texts.sentAgain, ask });
  const code = useMailedCode({
    digits: offer?.digits ?? 8,
    to,
    texts,
    signIn: (otp, options) => client.signIn.emailOtp({ email: "", ...asked, otp }, options),
  });
  function restart(): void {
    code.forget("code");
    setAsked(null);
  }
  return { isKnown: offers !== null, offer, form, sentTo, code, again, restart };
}
