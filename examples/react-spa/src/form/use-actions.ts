import type { CallError } from "@keyhold/client";
import { useState } from "react";
import { inWords } from "./form-error.ts";

/** The result of a button. Empty before. */
export interface Result {
  readonly text: string;
  readonly isGood: boolean;
}

interface Action<Code extends string> {
  readonly call: () => Promise<CallError<Code> | null>;
  /** The text after a success. */
  readonly said: string;
  /** Texts for error codes; other codes have the common texts. */
  readonly errorTexts?: Readonly<Partial<Record<NoInfer<Code>, string>>>;
}

interface Actions {
  /** The name of the running action. */
  readonly busy: string | null;
  readonly result: Result;
  /** Runs one action at a time. True after a success. */
  readonly act: <Code extends string>(name: string, action: Action<Code>) => Promise<boolean>;
}

/** Buttons with immediate actions, and the line with their result. */
export function useActions(): Actions {
  const [busy, setBusy] = useState<string | null>(null);
  const [result, setResult] = useState<Result>({ text: "", isGood: true });

  return {
    busy,
    result,
    async act(name, { call, said, errorTexts = {} }) {
      if (busy) return false;
      setBusy(name);
      setResult({ text: "", isGood: true });
      const error = await call();
      setBusy(null);
      const refusal =
        error && Object.entries<string | undefined>(errorTexts).find(([code]) => code === error.code)?.[1];
      setResult({ text: error ? (refusal ?? inWords(error)) : said, isGood: !error });
      return !error;
    },
  };
}
