import { useState } from "react";

/** An id, with a button that copies it. */
export function CopyId({ id }: { id: string }) {
  const [said, setSaid] = useState("");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(id);
      setSaid("Copied.");
    } catch {
      setSaid("This browser did not copy it.");
    }
  }

  return (
    <>
      <code className="shop-id">{id}</code>{" "}
      <button className="link" type="button" aria-label={`Copy ${id}`} onClick={copy}>
        Copy
      </button>{" "}
      <span role="status">{said}</span>
    </>
  );
}
