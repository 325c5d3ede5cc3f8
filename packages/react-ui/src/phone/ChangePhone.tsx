import { type ReactElement, useRef, useState } from "react";
import { Button } from "../parts/Button.js";
import { Dialog } from "../parts/Dialog.js";
import { Form } from "../parts/Form.js";
import { Result } from "../parts/Result.js";
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

function Asking({ user, offer, form, isSaved, remove, removal }: ChangePhoneState): ReactElement {
  const { sections, verified, noNumber } = useTexts("account", account);
  const { sending } = useTexts("common", common);
  const texts = useTexts("phone", english);
  const number = user?.phoneNumber ?? null;
  const [isOpen, setOpen] = useState(false);
  const result = useRef<HTMLDivElement>(null);
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
      {number !== null && (
        <Button
          kind="quiet"
          isBusy={removal.busy !== null}
          label={texts.remove}
          busyLabel={texts.removing}
          onClick={() => setOpen(true)}
        />
      )}
      <div ref={result} tabIndex={-1}>
        <Result error={removal.error} done={isSaved ? texts.saved : removal.done} />
      </div>
      {isOpen && (
        <Dialog title={texts.removeTitle} lead={texts.removeLead} close={() => setOpen(false)}>
          <button
            className="kh-button kh-danger"
            type="button"
            onClick={async () => {
              // The dialog for a proof replaces this dialog.
              setOpen(false);
              // The button is removed with the number; the focus moves to the result.
              if (await remove()) result.current?.focus();
            }}
          >
            {texts.remove}
          </button>
        </Dialog>
      )}
    </Screen>
  );
}
