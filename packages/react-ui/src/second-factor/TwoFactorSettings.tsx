import { type ReactElement, useState } from "react";
import { Button } from "../parts/Button.js";
import { Dialog } from "../parts/Dialog.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Form } from "../parts/Form.js";
import { Loaded } from "../parts/Loaded.js";
import { Screen } from "../parts/Screen.js";
import { Username } from "../parts/Username.js";
import { useTime } from "../parts/use-time.js";
import { Waiting } from "../parts/Waiting.js";
import { account } from "../texts/en/account.js";
import { factor } from "../texts/en/factor.js";
import { twoFactor as english } from "../texts/en/two-factor.js";
import { useTexts } from "../texts/use-texts.js";
import { BackupCodes } from "./BackupCodes.js";
import { Enrolment } from "./Enrolment.js";
import { TrustedBrowsers } from "./TrustedBrowsers.js";
import { type TwoFactorSettingsState, type TwoFactorStatus, useTwoFactorSettings } from "./use-two-factor-settings.js";

/**
 * The section of second factors: an authenticator app, codes by email, backup codes, trusted browsers.
 *
 * @example <AuthUI client={authClient}><TwoFactorSettings /></AuthUI>
 */
export function TwoFactorSettings(): ReactElement {
  const state = useTwoFactorSettings();
  const { user, loading, status, shown, confirmApp, back } = state;
  const { sections } = useTexts("account", account);
  const { codesTitle } = useTexts("factor", factor);
  const texts = useTexts("twoFactor", english);
  if (!user) return <Waiting />;
  if (shown && "codes" in shown)
    return (
      <Screen key="codes" title={codesTitle} lead={texts.newCodesLead}>
        <BackupCodes codes={shown.codes} email={user.email} />
        <p className="kh-choices">
          <button className="kh-button kh-primary" type="button" onClick={back}>
            {texts.done}
          </button>
        </p>
      </Screen>
    );
  if (shown) return <Enrolment {...shown.app} confirm={confirmApp} cancel={back} />;
  return (
    <Screen key="section" title={sections["two-factor"]} lead={texts.lead}>
      <Loaded loading={loading} failed={texts.failed}>
        {status && <Facts {...status} />}
        <SetUp {...state} />
        {status?.enabled && (
          <>
            <NewCodes {...state} left={status.backupCodesLeft} />
            <TrustedBrowsers />
            <TurnOff {...state} isRequired={status.isRequired} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

/** The user's methods, and the rules of this app. */
function Facts(status: TwoFactorStatus): ReactElement {
  const { enabled, methods, backupCodesLeft, enrolledAt, isRequired, requiredFrom } = status;
  const texts = useTexts("twoFactor", english);
  const write = useTime();
  return (
    <dl className="kh-facts">
      <dt>{texts.state}</dt>
      <dd>
        <span className="kh-tag" data-tone={enabled ? "good" : undefined}>
          {enabled ? texts.on : texts.off}
        </span>{" "}
        {enrolledAt && <span className="kh-meta">{texts.onSince(write(enrolledAt))}</span>}
      </dd>
      <dt>{texts.app}</dt>
      <dd>{methods.includes("totp") ? texts.setUp : texts.notSetUp}</dd>
      <dt>{texts.emailCodes}</dt>
      <dd>{methods.includes("otp") ? texts.on : texts.off}</dd>
      {enabled && (
        <>
          <dt>{texts.backupCodes}</dt>
          <dd>{texts.left(backupCodesLeft)}</dd>
        </>
      )}
      {(isRequired || requiredFrom) && (
        <>
          <dt>{texts.required}</dt>
          <dd>{isRequired || !requiredFrom ? texts.requiredNow : texts.requiredFrom(write(requiredFrom))}</dd>
        </>
      )}
    </dl>
  );
}

/** Forms for further methods. */
function SetUp({ user, status, app, email }: TwoFactorSettingsState): ReactElement {
  const texts = useTexts("twoFactor", english);
  const address = user?.email ?? "";
  const isVerified = user?.emailVerified === true;
  return (
    <>
      {app && (
        <section className="kh-group">
          <h2 className="kh-subtitle">{texts.app}</h2>
          <p className="kh-soft">
            {texts.appLead} {status?.enabled ? texts.appNext : texts.appFirst}
          </p>
          <Form form={app} submit={texts.setUpApp} submitting={texts.oneMoment}>
            <Username email={address} />
          </Form>
        </section>
      )}
      {email && (
        <section className="kh-group">
          <h2 className="kh-subtitle">{texts.emailCodes}</h2>
          <p className="kh-soft">{isVerified ? texts.emailLead(address) : texts.emailUnverified}</p>
          {isVerified && (
            <Form form={email} kind="quiet" submit={texts.turnOnEmail} submitting={texts.oneMoment}>
              <Username email={address} />
            </Form>
          )}
        </section>
      )}
    </>
  );
}

/** With so few codes the user should get new ones. */
const fewCodes = 3;

function NewCodes({ renewal, left }: Pick<TwoFactorSettingsState, "renewal"> & { left: number }): ReactElement {
  const texts = useTexts("twoFactor", english);
  const areFew = left <= fewCodes;
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle">{texts.backupCodes}</h2>
      <p className={areFew ? "kh-bad" : "kh-soft"}>{areFew ? texts.fewLeft(left) : texts.manyLeft(left)}</p>
      <Button
        kind="quiet"
        isBusy={renewal.isBusy}
        label={texts.newCodes}
        busyLabel={texts.oneMoment}
        onClick={renewal.run}
      />
      <ErrorLine text={renewal.error} />
    </section>
  );
}

/** Removes all second factors, after a question. */
function TurnOff({ removal, isRequired }: Pick<TwoFactorSettingsState, "removal"> & { isRequired: boolean }) {
  const texts = useTexts("twoFactor", english);
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle">{texts.turnOffTitle}</h2>
      <p className="kh-soft">
        {texts.turnOffLead} {isRequired && texts.turnOffRequired}
      </p>
      <Button
        kind="quiet"
        isBusy={removal.isBusy}
        label={texts.turnOff}
        busyLabel={texts.turningOff}
        onClick={() => setAsking(true)}
      />
      <ErrorLine text={removal.error} />
      {isAsking && (
        <Dialog title={texts.askTitle} lead={texts.askLead} cancel={texts.keepOn} close={() => setAsking(false)}>
          <button
            className="kh-button kh-danger"
            type="button"
            onClick={() => {
              // The dialog for a proof takes the place of this one.
              setAsking(false);
              removal.run();
            }}
          >
            {texts.turnOffNow}
          </button>
        </Dialog>
      )}
    </section>
  );
}
