import type { ReactElement } from "react";
import { factor as english } from "../texts/en/factor.js";
import { useTexts } from "../texts/use-texts.js";
import { CopyButton } from "./CopyButton.js";

/** The properties of `BackupCodes`. */
export interface BackupCodesProps {
  readonly codes: readonly string[];
  /** The account, in the file and on paper. */
  readonly email: string;
}

/** Backup codes, to copy, download or print. The server never shows them again. */
export function BackupCodes({ codes, email }: BackupCodesProps): ReactElement {
  const texts = useTexts("factor", english);

  function download(): void {
    const content = `${texts.codesFor(email)}\n\n${codes.join("\n")}\n`;
    const url = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: url, download: "backup-codes.txt" }).click();
    URL.revokeObjectURL(url);
  }

  return (
    <div className="kh-group">
      <ol className="kh-backup-codes" aria-label={texts.codesFor(email)}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="kh-on-paper">{texts.codesFor(email)}</p>
      <p className="kh-choices">
        <CopyButton text={codes.join("\n")} label={texts.copy} />
        <button className="kh-button kh-small kh-quiet" type="button" onClick={download}>
          {texts.download}
        </button>
        <button className="kh-button kh-small kh-quiet" type="button" onClick={() => print()}>
          {texts.print}
        </button>
      </p>
    </div>
  );
}
