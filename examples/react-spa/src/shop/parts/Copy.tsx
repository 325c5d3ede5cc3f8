import { useState } from "react";

interface CopyProps {
  readonly text: string;
  /** The accessible name: a page has several such buttons. */
  readonly name: string;
}

/** A button that copies a text. */
export function Copy({ text, name }: CopyProps) {
  const [said, setSaid] = useState("");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied.");
    } catch {
      setSaid("This browser did not copy it.");
    }
  }

  return (
    <>
      <button className="link" type="button" aria-label={name} onClick={copy}>
        Copy
      </button>{" "}
      <span role="status">{said}</span>
    </>
  );
}
