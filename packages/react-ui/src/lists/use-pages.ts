import type { Answer, CallError } from "@keyhold/react";
import { useCallback, useEffect, useRef, useState } from "react";

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** What `usePages` takes. */
export interface PagesOptions<Item> {
  /** The input of the query: a change restarts the list. */
  readonly question?: string;
  /**
   * The first cursor: "" for the start of the list, or the cursor of a page that was read elsewhere; null: no further
   * page.
   */
  readonly from: string | null;
  /** The number of pages that are read at first. */
  readonly atFirst: 0 | 1;
  readonly read: (cursor: string, signal: AbortSignal) => Promise<Answer<Page<Item>>>;
}

/** The pages that were read. */
interface Read<Item> {
  readonly question: string;
  readonly items: readonly Item[];
  readonly pages: number;
  readonly next: string | null;
}

/** A list that is read by pages. */
export interface Pages<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  readonly isPending: boolean;
  readonly error: CallError | null;
  /** Reads the next page. */
  readonly more: () => Promise<void>;
  /** Reads all shown pages again. */
  readonly refetch: () => Promise<void>;
}

/** A list with pages. The shown rows stay until new rows are read. */
export function usePages<Item>({ question = "", from, atFirst, read }: PagesOptions<Item>): Pages<Item> {
  const [shown, setShown] = useState<Read<Item>>({ question, items: [], pages: 0, next: from });
  const [isPending, setPending] = useState(atFirst > 0);
  const [error, setError] = useState<CallError | null>(null);
  const latest = useRef({ read, shown });
  const running = useRef(new AbortController());
  useEffect(() => {
    latest.current = { read, shown };
  });

  /** Reads `count` further pages. */
  const load = useCallback(async (there: Read<Item>, count: number) => {
    running.current.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    setPending(count > 0);
    setError(null);
    // React's StrictMode starts an effect, ends it and starts it again at once: only the last start makes a call.
    await null;
    if (signal.aborted) return;
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
    setShown((before) => (isEmptyAsBefore(before, now) ? before : now));
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

  const { items, next, pages } = shown;
  // The first page has another placeholder.
  const hasMore = next !== null && pages >= atFirst;
  // The rows may answer an earlier question, if the next could not be read.
  const more = () => (shown.question === question ? load(shown, 1) : refetch());
  return { items, hasMore, isPending, error, more, refetch };
}

/** Whether neither has a row, and both begin at the same row. */
const isEmptyAsBefore = <Item>(before: Read<Item>, now: Read<Item>): boolean =>
  before.question === now.question && before.pages === 0 && now.pages === 0 && before.next === now.next;
