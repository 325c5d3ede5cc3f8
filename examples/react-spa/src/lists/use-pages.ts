import type { Answer, CallError } from "@keyhold/client";
import { useCallback, useEffect, useRef, useState } from "react";

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

interface PagesOptions<Item> {
  /** What is asked for: with another question the list begins anew. */
  readonly question?: string;
  /** Where the list begins: "" at its beginning, or what the page before it has answered; null: nowhere. */
  readonly from: string | null;
  /** How many pages are read before anybody asks for more. */
  readonly atFirst: 0 | 1;
  readonly read: (cursor: string, signal: AbortSignal) => Promise<Answer<Page<Item>>>;
}

/** What was read so far. */
interface Read<Item> {
  readonly question: string;
  readonly items: readonly Item[];
  readonly pages: number;
  readonly next: string | null;
}

export interface Pages<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  readonly isPending: boolean;
  readonly error: CallError | null;
  /** Reads the next page, too. */
  readonly more: () => Promise<void>;
  /** Reads again as many pages as are shown. */
  readonly refetch: () => Promise<void>;
}

/** A list that is read by pages. What is shown stays until its new state is there. */
export function usePages<Item>({ question = "", from, atFirst, read }: PagesOptions<Item>): Pages<Item> {
  const [shown, setShown] = useState<Read<Item>>({ question, items: [], pages: 0, next: from });
  const [isPending, setPending] = useState(atFirst > 0);
  const [error, setError] = useState<CallError | null>(null);
  const latest = useRef({ read, shown });
  const running = useRef(new AbortController());
  useEffect(() => {
    latest.current = { read, shown };
  });

  /** So many pages more than are there. */
  const load = useCallback(async (there: Read<Item>, count: number) => {
    running.current.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    setPending(count > 0);
    setError(null);
    let now = there;
    while (now.pages < there.pages + count && now.next !== null) {
      const { data, error } = await latest.current.read(now.next, signal);
      if (signal.aborted) return;
      if (error) {
        setPending(false);
        return setError(error);
      }
      now = { ...now, items: [...now.items, ...data.items], pages: now.pages + 1, next: data.nextCursor };
    }
    setShown(now);
    setPending(false);
  }, []);

  const refetch = useCallback(() => {
    const before = latest.current.shown;
    const count = before.question === question ? Math.max(before.pages, atFirst) : atFirst;
    return load({ question, items: [], pages: 0, next: from }, count);
  }, [load, question, from, atFirst]);
  useEffect(() => {
    refetch();
    return () => running.current.abort();
  }, [refetch]);

  const { items, next } = shown;
  return { items, hasMore: next !== null, isPending, error, more: () => load(shown, 1), refetch };
}
