import type { CallError } from "@keyhold/react";
import { type ReactElement, useState } from "react";
import { Screen } from "../parts/Screen.js";
import { factor as english } from "../texts/en/factor.js";
import { useTexts } from "../texts/use-texts.js";
import { BackupCodes } from "./BackupCodes.js";
import { CodeForm } from "./CodeForm.js";
import { CopyButton } from "./CopyButton.js";
import { QrCode } from "./QrCode.js";

/** An authenticator app that no code has confirmed yet. */
export interface NewApp {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

/** The properties of `Enrolment`. */
export interface EnrolmentProps extends NewApp {
  /** Takes a code to confirm the app; answers the error. */
  readonly confirm: (given: { readonly code: string }) => Promise<CallError | null>;
  readonly cancel?: (() => void) | undefined;
}

/**
 * Two screens: the backup codes, then the QR code. The codes come first, because the confirmation can lead to another
 * page.
 */
export function Enrolment({ totpURI, backupCodes, confirm, cancel }: EnrolmentProps): ReactElement {
  const texts = useTexts("factor", english);
  const [isSaved, setSaved] = useState(false);
  if (!isSaved)
    return (
      <Screen key="codes" title={texts.codesTitle} lead={texts.codesLead}>
        <BackupCodes codes={backupCodes} email={accountOf(totpURI)} />
        <p className="kh-choices">
          <button className="kh-button kh-primary" type="button" onClick={() => setSaved(true)}>
            {texts.codesSaved}
          </button>
        </p>
      </Screen>
    );
  return (
    <Screen key="app" title={texts.connectTitle} lead={texts.connectLead}>
      <Secret totpURI={totpURI} />
      <CodeForm method="totp" verify={confirm} submit={texts.confirm} submitting={texts.confirming} />
      {cancel && (
        <p className="kh-asides">
          <button className="kh-link" type="button" onClick={cancel}>
            {texts.notNow}
          </button>
        </p>
      )}
    </Screen>
  );
}

/** The account in the label of the URI: "otpauth://totp/Tea%20Shop:ada%40example.com?…". */
const accountOf = (totpURI: string): string => decodeURIComponent(new URL(totpURI).pathname).split(":").at(-1) ?? "";

/** The secret as a QR code for another device, and as text and a link for this device. */
function Secret({ totpURI }: Pick<NewApp, "totpURI">): ReactElement {
  const texts = useTexts("factor", english);
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  return (
    <div className="kh-secret">
      <QrCode text={totpURI} label={texts.qrCode} />
      <div>
        <p className="kh-soft">{texts.noCamera}</p>
        <p>
          <code>{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
        </p>
        <p className="kh-choices">
          <CopyButton text={secret} label={texts.copyKey} />
          <a className="kh-button kh-small kh-quiet" href={totpURI}>
            {texts.openApp}
          </a>
        </p>
      </div>
    </div>
  );
}
