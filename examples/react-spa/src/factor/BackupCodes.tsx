import { ResultLine } from "../form/ResultLine.tsx";
import { useCopy } from "./use-copy.ts";

interface BackupCodesProps {
  readonly codes: readonly string[];
  /** The account that they are for, in the file and on paper. */
  readonly email: string;
}

/** Backup codes, to copy, download or print. The server never shows them again. */
export function BackupCodes({ codes, email }: BackupCodesProps) {
  const { copy, result } = useCopy();
  const text = `Backup codes of Keyhold example for ${email}\nEach works once.\n\n${codes.join("\n")}\n`;

  function download(): void {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: "keyhold-backup-codes.txt" });
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <div className="group">
      <ol className="backup-codes" aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="meta on-paper">For {email} at Keyhold example. Each works once.</p>
      <p className="choices">
        <button className="button small quiet" type="button" onClick={() => copy(codes.join("\n"))}>
          Copy
        </button>
        <button className="button small quiet" type="button" onClick={download}>
          Download
        </button>
        <button className="button small quiet" type="button" onClick={() => print()}>
          Print
        </button>
      </p>
      <ResultLine {...result} />
    </div>
  );
}
