import { useCallback, useEffect, useState } from "react";

/** An email in the output of `GET /api/mailbox`. */
export interface EmailMessage {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
}

interface Emails {
  /** Newest first; null until they are read. */
  readonly messages: readonly EmailMessage[] | null;
  readonly hasFailed: boolean;
  readonly reload: () => Promise<void>;
}

const pauseMilliseconds = 2000;

/** Reads the development mailbox repeatedly, because emails are sent while it is open. */
export function useEmails(): Emails {
  const [messages, setEmails] = useState<readonly EmailMessage[] | null>(null);
  const [hasFailed, setFailed] = useState(false);

  const reload = useCallback(async () => {
    try {
      const response = await fetch("/api/mailbox");
      if (!response.ok) throw new Error(`The mailbox answered ${response.status}.`);
      setEmails(await response.json());
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

  return { messages, hasFailed, reload };
}
