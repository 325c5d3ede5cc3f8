import type { AuthSession } from "@keyhold/client";

/** A call that waits for the browser. */
export interface Pending {
  /** Whether the window of the browser is open, as far as the shell knows. */
  isOpen: boolean;
  readonly isEnded: () => boolean;
  /** Ends the wait. The first call counts. */
  end(session: AuthSession): void;
  readonly session: Promise<AuthSession>;
}

export function waitForBrowser(): Pending {
  let isEnded = false;
  let resolve: (session: AuthSession) => void = () => undefined;
  const session = new Promise<AuthSession>((resolveSession) => {
    resolve = resolveSession;
  });
  return {
    isOpen: false,
    isEnded: () => isEnded,
    end(given) {
      isEnded = true;
      resolve(given);
    },
    session,
  };
}
