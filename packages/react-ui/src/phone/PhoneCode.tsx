import type { ReactElement } from "react";
import { useLinkTo, useWantedPath } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { EmailSent } from "../email/EmailSent.js";
import { useOffers } from "../offers.js";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { common } from "../texts/en/common.js";
import { emailCode } from "../texts/en/email-code.js";
import { factor } from "../texts/en/factor.js";
import { phone as english } from "../texts/en/phone.js";
import { signIn as signInTexts } from "../texts/en/sign-in.js";
import { useTexts } from "../texts/use-texts.js";
import { CodeSent, SentCodeForm } from "./CodeSent.js";
import { type PhoneCodeOptions, type PhoneCodeState, usePhoneCode } from "./use-phone-code.js";

/**
 * The screen of a sign-in by a code to a phone: asks for the country and the number, and then for the code; for a number
 * in doubt also for the code of an email.
 *
 * @example <AuthUI client={authClient}><PhoneCode /></AuthUI>
 */
export function PhoneCode(options: PhoneCodeOptions): ReactElement {
  const state = usePhoneCode(options);
  const to = useWantedPath(options.redirectTo);
  if (!state.isKnown) return <Waiting />;
  if (state.sentTo === null) return <Asking {...state} to={to} />;
  return state.mailed ? (
    <Mailed {...state} code={state.mailed} to={to} />
  ) : (
    <Sent {...state} sentTo={state.sentTo} to={to} />
  );
}

function Asking({ offer, form, to }: PhoneCodeState & { readonly to: string }): ReactElement {
  const texts = useTexts("phone", english);
  const { sending } = useTexts("common", common);
  const appName = useOffers()?.appName;
  const lead = offer?.canSignUp ? texts.leadForAll : texts.lead;
  return (
    <Screen key="asking" title={appName ? texts.titleOf(appName) : texts.title} lead={offer ? lead : texts.notOffered}>
      {offer && <Form form={form} submit={texts.send} submitting={sending} />}
      <OtherWay to={to} />
    </Screen>
  );
}

interface SentProps extends Omit<PhoneCodeState, "sentTo"> {
  readonly to: string;
}

function Sent({ offer, sentTo, to, ...state }: SentProps & { readonly sentTo: string }): ReactElement {
  const texts = useTexts("phone", english);
  const { submit, submitting } = useTexts("signIn", signInTexts);
  const textOf = offer?.canSignUp ? texts.sent : texts.sentToAccount;
  return (
    <CodeSent {...state} text={textOf(sentTo)} submit={submit} submitting={submitting}>
      <OtherWay to={to} />
    </CodeSent>
  );
}

function Mailed({ code, again, restart, to }: SentProps): ReactElement {
  const { numberSent } = useTexts("emailCode", emailCode);
  const { methods } = useTexts("factor", factor);
  const { submit, submitting } = useTexts("signIn", signInTexts);
  return (
    <EmailSent title={methods.otp.title} text={numberSent}>
      <SentCodeForm code={code} again={again} restart={restart} submit={submit} submitting={submitting}>
        <OtherWay to={to} />
      </SentCodeForm>
    </EmailSent>
  );
}

function OtherWay({ to }: { readonly to: string }): ReactElement {
  const { paths, Link } = useUI();
  const { otherWay } = useTexts("phone", english);
  const linkTo = useLinkTo(to);
  return (
    <p className="kh-asides">
      <Link href={linkTo(paths.signIn)}>{otherWay}</Link>
    </p>
  );
}
