import { useCallback, useEffect, useState } from "react";

/** A letter as `GET /api/mailbox` lists it. */
export interface Letter {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
}

interface Letters {
  /** Newest first; null until they have come. */
  readonly letters: readonly Letter[] | null;
  readonly hasFailed: boolean;
  readonly reload: () => Promise<void>;
}

const pauseMilliseconds = 2000;

/** The development mailbox, looked at again and again: letters arrive while it is open. */
export function useLetters(): Letters {
  const [letters, setLetters] = useState<readonly Letter[] | null>(null);
  const [hasFailed, setFailed] = useState(false);

  const reload = useCallback(async () => {
    try {
      const response = await fetch("/api/mailbox");
      if (!response.ok) throw new Error(`The mailbox answered ${response.status}.`);
      setLetters(await response.json());
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, []);

  useEffect(() => {
    reload();
    addEventListener("focus", reload);
    const timer = setInterval(reload, pauseMilliseconds);
    return () => {
      removeEventListener("focus", reload);
      clearInterval(timer);
    };
  }, [reload]);

  return { letters, hasFailed, reload };
}
