import type { ReactElement } from "react";
import { EmailSent } from "../email/EmailSent.js";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { account as english } from "../texts/en/account.js";
import { useTexts } from "../texts/use-texts.js";
import { addressOf } from "../user/guest.js";
import { FinishEmailChange } from "./FinishEmailChange.js";
import { useChangeEmail } from "./use-change-email.js";

/**
 * The section of the email address: whether the address is verified, a form for a new address, and an unfinished
 * change.
 *
 * @example <AuthUI client={authClient}><ChangeEmail /></AuthUI>
 */
export function ChangeEmail(): ReactElement {
  const { user, form, requested } = useChangeEmail();
  const texts = useTexts("account", english);
  if (!user) return <Waiting />;
  const address = addressOf(user);
  if (requested?.isTwoSteps)
    return <EmailSent title={texts.approveTitle} text={texts.approve(requested.from, requested.to)} />;
  if (requested) return <EmailSent title={texts.verifyNewTitle} text={texts.verifyNewSent(requested.to)} />;
  return (
    <Screen title={texts.sections.email}>
      <dl className="kh-facts">
        <dt>{texts.present}</dt>
        <dd>
          {address ?? "—"}{" "}
          {address !== null && (
            <span className="kh-tag" data-tone={user.emailVerified ? "good" : undefined}>
              {user.emailVerified ? texts.verified : texts.notVerified}
            </span>
          )}
        </dd>
      </dl>
      <Form form={form} submit={texts.changeEmail} submitting={texts.changing} />
      <FinishEmailChange />
    </Screen>
  );
}
