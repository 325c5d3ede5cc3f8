import { type ReactElement, type ReactNode, useState } from "react";
import { Button } from "../parts/Button.js";
import { Dialog } from "../parts/Dialog.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Loaded } from "../parts/Loaded.js";
import { Screen } from "../parts/Screen.js";
import { useTime } from "../parts/use-time.js";
import { Waiting } from "../parts/Waiting.js";
import { account } from "../texts/en/account.js";
import { factor } from "../texts/en/factor.js";
import { twoFactor as english } from "../texts/en/two-factor.js";
import { useTexts } from "../texts/use-texts.js";
import { BackupCodes } from "./BackupCodes.js";
import { Enrolment } from "./Enrolment.js";
import { OwnerButton } from "./OwnerButton.js";
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
        {status && <State {...status} />}
        <ul className="kh-list">
          <MethodRows {...state} />
          {status?.enabled && (
            <>
              <CodesRow {...state} left={status.backupCodesLeft} />
              <TurnOffRow {...state} isRequired={status.isRequired} />
            </>
          )}
        </ul>
        {status?.enabled && <TrustedBrowsers />}
      </Loaded>
    </Screen>
  );
}

/** Whether sign-ins ask for a factor, and the rules of this app. */
function State({ enabled, enrolledAt, isRequired, requiredFrom }: TwoFactorStatus): ReactElement {
  const texts = useTexts("twoFactor", english);
  const write = useTime();
  return (
    <>
      {/* The rows of the methods say what is off. */}
      {enabled && (
        <p className="kh-meta">
          <span className="kh-tag" data-tone="good">
            {texts.on}
          </span>{" "}
          {enrolledAt && texts.onSince(write(enrolledAt))}
        </p>
      )}
      {(isRequired || requiredFrom) && (
        <p className="kh-soft">
          {isRequired || !requiredFrom ? texts.requiredNow : texts.requiredFrom(write(requiredFrom))}
        </p>
      )}
    </>
  );
}

/** The methods that a user sets up, with a button for those that are off. */
function MethodRows({ user, status, app, email }: TwoFactorSettingsState): ReactElement {
  const texts = useTexts("twoFactor", english);
  const { methods = [], enabled } = status ?? {};
  const address = user?.email ?? "";
  const hasApp = methods.includes("totp");
  const hasEmail = methods.includes("otp");
  const isVerified = hasEmail || user?.emailVerified === true;
  return (
    <>
      {(hasApp || app) && (
        <FactorRow
          name={texts.app}
          state={hasApp ? texts.setUp : texts.notSetUp}
          isOn={hasApp}
          about={enabled && app ? `${texts.appLead} ${texts.appNext}` : texts.appLead}
        >
          {app && <OwnerButton form={app} email={address} label={texts.setUpRow} name={texts.setUpApp} />}
        </FactorRow>
      )}
      {(hasEmail || email) && (
        <FactorRow
          name={texts.emailCodes}
          state={hasEmail ? texts.on : texts.off}
          isOn={hasEmail}
          about={isVerified ? texts.emailLead(address) : texts.emailUnverified}
        >
          {email && isVerified && (
            <OwnerButton form={email} email={address} label={texts.turnOnRow} name={texts.turnOnEmail} />
          )}
        </FactorRow>
      )}
    </>
  );
}

/** With so few codes the user should get new codes. */
const fewCodes = 3;

function CodesRow({ renewal, left }: Pick<TwoFactorSettingsState, "renewal"> & { left: number }): ReactElement {
  const texts = useTexts("twoFactor", english);
  return (
    <FactorRow
      name={texts.backupCodes}
      state={texts.left(left)}
      isOn={left > fewCodes}
      about={left > fewCodes ? texts.newCodesAbout : texts.fewLeft(left)}
      error={renewal.error}
    >
      <Button
        kind="quiet"
        isSmall
        isBusy={renewal.isBusy}
        label={texts.newCodes}
        busyLabel={texts.oneMoment}
        onClick={renewal.run}
      />
    </FactorRow>
  );
}

interface FactorRowProps {
  readonly name: string;
  readonly state?: string;
  readonly isOn?: boolean;
  readonly about: string;
  readonly error?: string | null;
  /** The action at the end of the row. */
  readonly children?: ReactNode;
}

function FactorRow({ name, state, isOn, about, error = null, children }: FactorRowProps): ReactElement {
  return (
    <li>
      <div>
        <p className="kh-name">
          {name}{" "}
          {state && (
            <span className="kh-tag" data-tone={isOn ? "good" : undefined}>
              {state}
            </span>
          )}
        </p>
        <p className="kh-meta">{about}</p>
        <ErrorLine text={error} />
      </div>
      {children}
    </li>
  );
}

/** Removes all second factors, after a question. */
function TurnOffRow({ removal, isRequired }: Pick<TwoFactorSettingsState, "removal"> & { isRequired: boolean }) {
  const texts = useTexts("twoFactor", english);
  const [isAsking, setAsking] = useState(false);
  const about = isRequired ? `${texts.turnOffLead} ${texts.turnOffRequired}` : texts.turnOffLead;
  return (
    <FactorRow name={texts.turnOffTitle} about={about} error={removal.error}>
      <Button
        kind="quiet"
        isSmall
        isBusy={removal.isBusy}
        label={texts.turnOff}
        busyLabel={texts.turningOff}
        onClick={() => setAsking(true)}
      />
      {isAsking && (
        <Dialog title={texts.askTitle} lead={texts.askLead} cancel={texts.keepOn} close={() => setAsking(false)}>
          <button
            className="kh-button kh-danger"
            type="button"
            onClick={() => {
              // The dialog for a proof replaces this dialog.
              setAsking(false);
              removal.run();
            }}
          >
            {texts.turnOffNow}
          </button>
        </Dialog>
      )}
    </FactorRow>
  );
}
