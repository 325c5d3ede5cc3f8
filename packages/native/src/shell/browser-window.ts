import type { AuthSession } from "@keyhold/client";
import { type Pending, waitForBrowser } from "./pending.js";
import type { Shell } from "./shell.js";

/** The window of the system browser, for one flow at a time. */
export interface BrowserWindow {
  /** Runs a flow with the window, and closes the window unless a later flow has it. */
  during<Result>(flow: () => Promise<Result>): Promise<Result>;
  /** Whether a flow has the window. */
  isAwaited(): boolean;
  openAuthSession(url: string): Promise<AuthSession>;
  /** Closes the window. No open window is no error. */
  close(): Promise<void>;
  /** Ends the flow that has the window. */
  cancel(): void;
}

export function browserWindow(shell: Shell): BrowserWindow {
  let current: Pending | null = null;

  async function close(): Promise<void> {
    try {
      await shell.close?.();
    } catch {}
  }

  shell.onClosed?.(() => {
    // Android reports the window of the flow before, too.
    if (!current?.isOpen) return;
    current.isOpen = false;
    current.end({ type: "dismiss" });
  });

  return {
    async during(flow) {
      const mine = waitForBrowser();
      current = mine;
      const answer = await flow();
      if (current !== mine) return answer;
      current = null;
      if (mine.isOpen) await close();
      return answer;
    },
    isAwaited: () => current !== null,
    async openAuthSession(url) {
      const mine = current;
      // iOS opens no window over another. The window may be of this app before its page was loaded again.
      await close();
      if (!mine || mine.isEnded() || mine !== current) return { type: "cancel" };
      await shell.open(url);
      mine.isOpen = true;
      return mine.session;
    },
    close,
    cancel: () => current?.end({ type: "cancel" }),
  };
}
