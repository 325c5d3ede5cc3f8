import { type ReactElement, useState } from "react";
import { factor as english } from "../texts/en/factor.js";
import { useTexts } from "../texts/use-texts.js";

/** Copies a text, and says whether that worked: a browser can forbid copies. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): ReactElement {
  const { copied, copyFailed } = useTexts("factor", english);
  const [result, setResult] = useState("");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setResult(copied);
    } catch {
      setResult(copyFailed);
    }
  }

  return (
    <>
      <button className="kh-button kh-small kh-quiet" type="button" onClick={copy}>
        {label}
      </button>
      <span className="kh-copy-result" role="status">
        {result}
      </span>
    </>
  );
}
