import { useState } from "react";
import { ResultLine } from "../form/ResultLine.tsx";
import { Screen } from "../layout/Screen.tsx";
import { CodeForm, type Verify } from "./CodeForm.tsx";
import { QrCode } from "./QrCode.tsx";
import { SaveCodes } from "./SaveCodes.tsx";
import { useCopy } from "./use-copy.ts";

/** An authenticator app that no code has confirmed yet. */
export interface Enrolment {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

interface EnrolProps extends Enrolment {
  /** Takes the code that confirms it. */
  readonly confirm: Verify;
  readonly cancel?: () => void;
}

/**
 * Two screens: the backup codes, then the QR code. The codes come first, because the confirmation can lead to another
 * page.
 */
export function Enrol({ totpURI, backupCodes, confirm, cancel }: EnrolProps) {
  const [isSaved, setSaved] = useState(false);
  if (!isSaved) {
    const email = accountOf(totpURI);
    return <SaveCodes codes={backupCodes} email={email} goOn="I have saved them" done={() => setSaved(true)} />;
  }
  return (
    <Screen
      key="app"
      title="Connect your app"
      lead="Scan this picture with an authenticator app, and enter the code that it shows."
    >
      <Secret totpURI={totpURI} />
      <CodeForm method="totp" verify={confirm} submit="Confirm" busy="Confirming…" />
      {cancel && (
        <p className="aside">
          <button className="link" type="button" onClick={cancel}>
            Not now
          </button>
        </p>
      )}
    </Screen>
  );
}

/** The account in the label of the URI: "otpauth://totp/Keyhold%20example:ada%40example.com?…". */
const accountOf = (totpURI: string): string => decodeURIComponent(new URL(totpURI).pathname).split(":").at(-1) ?? "";

/** The secret as a picture for another device, and as text and a link for this one. */
function Secret({ totpURI }: Pick<Enrolment, "totpURI">) {
  const { copy, result } = useCopy();
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  return (
    <div className="enrol">
      <QrCode text={totpURI} label="QR code for an authenticator app" />
      <div>
        <p className="soft">No camera? Enter this key in the app:</p>
        <p>
          <code className="secret">{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
        </p>
        <p className="choices">
          <button className="button small quiet" type="button" onClick={() => copy(secret)}>
            Copy the key
          </button>
          <a className="button small quiet" href={totpURI}>
            Open an app here
          </a>
        </p>
        <ResultLine {...result} />
      </div>
    </div>
  );
}
