import type { ReactElement } from "react";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { account } from "../texts/en/account.js";
import { common } from "../texts/en/common.js";
import { phone as english } from "../texts/en/phone.js";
import { useTexts } from "../texts/use-texts.js";
import { CodeSent } from "./CodeSent.js";
import { type ChangePhoneState, useChangePhone } from "./use-change-phone.js";

/**
 * The section of the phone number: the present number, and a form for a first or another number, which a code confirms.
 *
 * @example <AuthUI client={authClient}><ChangePhone /></AuthUI>
 */
export function ChangePhone(): ReactElement {
  const state = useChangePhone();
  const texts = useTexts("phone", english);
  if (!state.isKnown || !state.user) return <Waiting />;
  if (state.sentTo === null) return <Asking {...state} />;
  return <CodeSent {...state} text={texts.sent(state.sentTo)} submit={texts.verify} submitting={texts.verifying} />;
}

function Asking({ user, offer, form, isSaved }: ChangePhoneState): ReactElement {
  const { sections, verified, noNumber } = useTexts("account", account);
  const { sending } = useTexts("common", common);
  const texts = useTexts("phone", english);
  const number = user?.phoneNumber ?? null;
  const lead = number === null ? texts.addLead : texts.changeLead;
  return (
    <Screen key="asking" title={sections.phone} lead={offer ? lead : texts.notOffered}>
      <dl className="kh-facts">
        <dt>{texts.present}</dt>
        <dd>
          {number === null ? noNumber : texts.numberIn(number, null)}{" "}
          {user?.phoneNumberVerified && (
            <span className="kh-tag" data-tone="good">
              {verified}
            </span>
          )}
        </dd>
      </dl>
      {offer && <Form form={form} submit={texts.send} submitting={sending} />}
      <p className="kh-result" role="status">
        {isSaved && texts.saved}
      </p>
    </Screen>
  );
}
