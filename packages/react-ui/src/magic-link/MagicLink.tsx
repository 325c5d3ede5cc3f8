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
import { magicLink as english } from "../texts/en/magic-link.js";
import { signIn as signInTexts } from "../texts/en/sign-in.js";
import { useTexts } from "../texts/use-texts.js";
import { type MagicLinkOptions, type MagicLinkState, useMagicLink } from "./use-magic-link.js";

/**
 * The screen of a sign-in by a link in an email: asks for the address, takes the code of the email, and asks before a
 * link signs another browser in. Links that do not work lead here, too.
 *
 * @example <AuthUI client={authClient}><MagicLink /></AuthUI>
 */
export function MagicLink(options: MagicLinkOptions): ReactElement {
  const state = useMagicLink(options);
  const to = useWantedPath(options.redirectTo);
  if (state.step === "reading") return <Waiting />;
  if (state.step === "sent") return <Sent {...state} />;
  if (state.step === "confirming") return <Confirm {...state} />;
  return state.step === "asking" ? <Asking {...state} to={to} /> : <Ended {...state} />;
}

function Asking({ offer, form, to }: MagicLinkState & { readonly to: string }): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("magicLink", english);
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

function Sent({ offer, sentTo, sent: { code, again }, restart }: MagicLinkState): ReactElement {
  const texts = useTexts("magicLink", english);
  const { submit, submitting } = useTexts("signIn", signInTexts);
  const textOf = offer?.canSignUp ? texts.sent : texts.sentToAccount;
  return (
    <EmailSent title={texts.sentTitle} text={textOf(sentTo ?? "")}>
      {offer?.hasCode && (
        <div className="kh-code">
          <Form form={code} control={CodeInput} submit={submit} submitting={submitting}>
            <p className="kh-soft">{texts.codeLead}</p>
          </Form>
        </div>
      )}
      <ResendButton again={again} label={texts.sendAgain} />
      <p className="kh-asides">
        <button type="button" className="kh-link" onClick={restart}>
          {texts.otherAddress}
        </button>
      </p>
    </EmailSent>
  );
}

function Confirm({ confirm, maskedEmail }: MagicLinkState): ReactElement {
  const texts = useTexts("magicLink", english);
  const { submit, submitting } = useTexts("signIn", signInTexts);
  const appName = useOffers()?.appName;
  const title = appName ? texts.confirmTitleOf(appName) : texts.confirmTitle;
  return (
    <Screen key="confirming" title={title} lead={`${texts.confirm(maskedEmail ?? "")} ${texts.confirmHint}`}>
      <Form form={confirm} submit={submit} submitting={submitting} />
    </Screen>
  );
}

function Ended({ step, failure, restart }: MagicLinkState): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("magicLink", english);
  const { signIn } = useTexts("common", common);
  const isDead = step === "dead";
  return (
    <Screen
      key={step}
      title={isDead ? texts.deadTitle : texts.failedTitle}
      lead={isDead ? texts.deadLead : (failure ?? undefined)}
    >
      <p className="kh-choices">
        {isDead && (
          <button type="button" className="kh-button kh-primary" onClick={restart}>
            {texts.newLink}
          </button>
        )}
        <Link className={`kh-button ${isDead ? "kh-quiet" : "kh-primary"}`} href={paths.signIn}>
          {signIn}
        </Link>
      </p>
    </Screen>
  );
}
