import type { ReactElement } from "react";
import { useLinkTo, useWantedPath } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { useOffers } from "../offers.js";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { common } from "../texts/en/common.js";
import { phone as english } from "../texts/en/phone.js";
import { signIn as signInTexts } from "../texts/en/sign-in.js";
import { useTexts } from "../texts/use-texts.js";
import { CodeSent } from "./CodeSent.js";
import { type PhoneCodeOptions, type PhoneCodeState, usePhoneCode } from "./use-phone-code.js";

/**
 * The screen of a sign-in by a code to a phone: asks for the country and the number, and then for the code.
 *
 * @example <AuthUI client={authClient}><PhoneCode /></AuthUI>
 */
export function PhoneCode(options: PhoneCodeOptions): ReactElement {
  const state = usePhoneCode(options);
  const to = useWantedPath(options.redirectTo);
  if (!state.isKnown) return <Waiting />;
  return state.sentTo === null ? <Asking {...state} to={to} /> : <Sent {...state} sentTo={state.sentTo} />;
}

function Asking({ offer, form, to }: PhoneCodeState & { readonly to: string }): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("phone", english);
  const { sending } = useTexts("common", common);
  const linkTo = useLinkTo(to);
  const appName = useOffers()?.appName;
  const lead = offer?.canSignUp ? texts.leadForAll : texts.lead;
  return (
    <Screen key="asking" title={appName ? texts.titleOf(appName) : texts.title} lead={offer ? lead : texts.notOffered}>
      {offer && <Form form={form} submit={texts.send} submitting={sending} />}
      <p className="kh-asides">
        <Link href={linkTo(paths.signIn)}>{texts.otherWay}</Link>
      </p>
    </Screen>
  );
}

function Sent({ offer, sentTo, ...state }: PhoneCodeState & { readonly sentTo: string }): ReactElement {
  const texts = useTexts("phone", english);
  const { submit, submitting } = useTexts("signIn", signInTexts);
  const textOf = offer?.canSignUp ? texts.sent : texts.sentToAccount;
  return <CodeSent {...state} text={textOf(sentTo)} submit={submit} submitting={submitting} />;
}
