import type { ReactElement } from "react";
import { useLinkTo, useWantedPath } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { EmailSent } from "../email/EmailSent.js";
import { ResendButton } from "../email/ResendButton.js";
import { useOffers } from "../offers.js";
import { CodeInput } from "../parts/CodeInput.js";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { common } from "../texts/en/common.js";
import { emailCode as english } from "../texts/en/email-code.js";
import { signIn as signInTexts } from "../texts/en/sign-in.js";
import { useTexts } from "../texts/use-texts.js";
import { type EmailCodeOptions, type EmailCodeState, useEmailCode } from "./use-email-code.js";

/**
 * The screen of a sign-in by a code in an email: asks for the address, and then for the code.
 *
 * @example <AuthUI client={authClient}><EmailCode /></AuthUI>
 */
export function EmailCode(options: EmailCodeOptions): ReactElement {
  const state = useEmailCode(options);
  const to = useWantedPath(options.redirectTo);
  if (!state.isKnown) return <Waiting />;
  return state.sentTo === null ? <Asking {...state} to={to} /> : <Sent {...state} />;
}

function Asking({ offer, form, to }: EmailCodeState & { readonly to: string }): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("emailCode", english);
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

function Sent({ offer, sentTo, code, again, restart }: EmailCodeState): ReactElement {
  const texts = useTexts("emailCode", english);
  const { submit, submitting } = useTexts("signIn", signInTexts);
  const textOf = offer?.canSignUp ? texts.sent : texts.sentToAccount;
  return (
    <EmailSent title={texts.sentTitle} text={textOf(sentTo ?? "")}>
      <div className="kh-code">
        <Form form={code} control={CodeInput} submit={submit} submitting={submitting} />
      </div>
      <ResendButton again={again} label={texts.sendAgain} />
      <p className="kh-asides">
        <button type="button" className="kh-link" onClick={restart}>
          {texts.otherAddress}
        </button>
      </p>
    </EmailSent>
  );
}
