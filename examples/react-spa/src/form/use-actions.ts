import type { CallError } from "@keyhold/client";
import { useState } from "react";
import { inWords } from "./form-error.ts";

/** What came of a button. Empty before. */
export interface Result {
  readonly text: string;
  readonly isGood: boolean;
}

interface Action<Code extends string> {
  readonly call: () => Promise<CallError<Code> | null>;
  /** Said after a success. */
  readonly said: string;
  /** What its refusals are in the words of this page; the others are said as everywhere. */
  readonly refusals?: Readonly<Partial<Record<NoInfer<Code>, string>>>;
}

interface Actions {
  /** The one that is going on. */
  readonly busy: string | null;
  readonly result: Result;
  /** Does one thing at a time. True when it was done. */
  readonly act: <Code extends string>(name: string, action: Action<Code>) => Promise<boolean>;
}

/** Buttons that do something at once, and the line that says what came of it. */
export function useActions(): Actions {
  const [busy, setBusy] = useState<string | null>(null);
  const [result, setResult] = useState<Result>({ text: "", isGood: true });

  return {
    busy,
    result,
    async act(name, { call, said, refusals = {} }) {
      if (busy) return false;
      setBusy(name);
      setResult({ text: "", isGood: true });
      const error = await call();
      setBusy(null);
      const refusal = error && Object.entries<string | undefined>(refusals).find(([code]) => code === error.code)?.[1];
      setResult({ text: error ? (refusal ?? inWords(error)) : said, isGood: !error });
      return !error;
    },
  };
}
