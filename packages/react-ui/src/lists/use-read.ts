import type { Answer, CallError } from "@keyhold/react";
import { useCallback, useEffect, useRef, useState } from "react";

/** The last answer, and the input of the call. */
interface Known<Data> {
  readonly question: string;
  readonly data: Data | null;
  readonly error: CallError | null;
}

/** What `useRead` answers. */
export interface Reading<Data> {
  /** Null until known. */
  readonly data: Data | null;
  /** Why the last read failed; `data` is then the previous value. */
  readonly error: CallError | null;
  readonly refetch: () => Promise<void>;
}

/** Makes a call that only reads. */
type Ask<Data> = (signal: AbortSignal) => Promise<Answer<Data>>;

/** The output of a call with input, which has no store. A change of the input restarts the call. Null: no call yet. */
export function useRead<Data>(question: string, ask: Ask<Data> | null): Reading<Data> {
  const [known, setKnown] = useState<Known<Data>>({ question, data: null, error: null });
  const latest = useRef(ask);
  const running = useRef(new AbortController());
  useEffect(() => {
    latest.current = ask;
  });

  const refetch = useCallback(async () => {
    running.current.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    // React's StrictMode starts an effect, ends it and starts it again at once: only the last start makes a call.
    await null;
    if (signal.aborted || !latest.current) return;
    const { data, error } = await latest.current(signal);
    if (signal.aborted) return;
    setKnown((before) => {
      const isSame = before.question === question;
      return { question, data: error && isSame ? before.data : data, error };
    });
  }, [question]);

  useEffect(() => {
    refetch();
    return () => running.current.abort();
  }, [refetch]);

  const isCurrent = known.question === question;
  return { data: isCurrent ? known.data : null, error: isCurrent ? known.error : null, refetch };
}
