import { useState } from "react";
import type { Result } from "../form/use-actions.ts";

interface Copy {
  readonly copy: (text: string) => Promise<void>;
  readonly result: Result;
}

/** Copies a text, and says whether it worked: a browser can forbid it. */
export function useCopy(): Copy {
  const [result, setResult] = useState<Result>({ text: "", isGood: true });

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setResult({ text: "Copied.", isGood: true });
    } catch {
      setResult({ text: "This browser does not let the page copy: select the text and copy it.", isGood: false });
    }
  }

  return { copy, result };
}
