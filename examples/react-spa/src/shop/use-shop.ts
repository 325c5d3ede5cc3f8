import { useCallback, useEffect, useRef, useState } from "react";
import { usePage } from "../page/page.ts";
import { callShop, type ShopError } from "./call.ts";

interface Known {
  readonly data: unknown;
  readonly tag: string | null;
}

/** What the user has seen so far, so that a screen opens with it and then reads the changes. */
let seen: { readonly userId: string; readonly answers: Map<string, Known> } = { userId: "", answers: new Map() };

function answersOf(userId: string): Map<string, Known> {
  if (seen.userId !== userId) seen = { userId, answers: new Map() };
  return seen.answers;
}

interface ShopOptions {
  readonly userId: string;
  /** Reads again after this pause while the page is visible. Null: only when the user returns to the page. */
  readonly everyMilliseconds?: number | null;
}

export interface ShopReading<Data> {
  /** Null until it is read. */
  readonly data: Data | null;
  /** Why the last reading failed; `data` is then the previous value. */
  readonly error: ShopError | null;
  readonly refetch: () => Promise<void>;
}

/** Reads a route of the shop, and reads it again with its tag: the same data causes no rendering. */
export function useShop<Data>(path: string, { userId, everyMilliseconds = null }: ShopOptions): ShopReading<Data> {
  const { known } = usePage();
  const [data, setData] = useState<Data | null>(() => {
    const ofServer = known?.session?.user.id === userId ? known.shop[path] : null;
    return (answersOf(userId).get(path)?.data ?? ofServer ?? null) as Data | null;
  });
  const [error, setError] = useState<ShopError | null>(null);
  const running = useRef<AbortController | null>(null);

  const refetch = useCallback(async () => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const answer = await callShop<Data>(path, { tag: answersOf(userId).get(path)?.tag ?? null, signal });
    if (signal.aborted) return;
    setError(answer.kind === "error" ? answer.error : null);
    if (answer.kind !== "data") return;
    answersOf(userId).set(path, answer);
    setData(answer.data);
  }, [path, userId]);

  useEffect(() => {
    refetch();
    const whenVisible = (): void => {
      if (document.visibilityState === "visible") refetch();
    };
    const timer = everyMilliseconds === null ? null : setInterval(whenVisible, everyMilliseconds);
    addEventListener("focus", whenVisible);
    addEventListener("online", whenVisible);
    return () => {
      if (timer) clearInterval(timer);
      removeEventListener("focus", whenVisible);
      removeEventListener("online", whenVisible);
      running.current?.abort();
    };
  }, [refetch, everyMilliseconds]);

  return { data, error, refetch };
}
