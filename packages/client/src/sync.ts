import type { OwnPlatform, TabChannel } from "./platform.js";
import type { Reader } from "./reader.js";
import type { Input } from "./send.js";

/** The delay between a change and the read, so that several changes cost one request. */
const refreshDelayMilliseconds = 10;
/** The clock of the server may be behind the clock of the browser. */
const clockToleranceMilliseconds = 1000;
/** Browsers have no timer above 2 ** 31 - 1. */
const maxTimerMilliseconds = 2e9;

/** Refreshes a value while there are subscribers. */
export interface Sync {
  /** Listens for the reasons to read. */
  begin(): void;
  /** Reads the value at its end, as of a session. */
  readAtEnd(): void;
  /** Removes the timer, the listeners and the request. */
  end(): void;
  /** A call in this tab has changed the value. */
  changed(): void;
}

export interface SyncOptions {
  readonly platform: OwnPlatform;
  /** The channel on which the tabs of a browser broadcast changes. */
  readonly channel: string;
}

/** `endOf`: when the value ends. */
export function createSync(
  reader: Reader,
  { platform, channel: name }: SyncOptions,
  endOf: () => Date | undefined,
): Sync {
  let stop: (() => void) | undefined;
  let channel: TabChannel | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Without subscribers, the next subscriber finds the value outdated. */
  function readIn(milliseconds: number, input?: Input): void {
    clearTimeout(timer);
    if (stop && milliseconds > 0)
      timer = setTimeout(() => reader.start(input), Math.min(milliseconds, maxTimerMilliseconds));
  }

  /**
   * The read at the end prolongs no session: no user has visited the page, and the clock of the browser may be ahead. An
   * end that has passed starts no timer: with such a clock, reads would follow each other.
   */
  const readAtEnd = (): void =>
    readIn(Number(endOf()) - Date.now() + clockToleranceMilliseconds, { disableRefresh: true });

  function refreshSoon(): void {
    if (!reader.changed()) readIn(refreshDelayMilliseconds);
  }

  return {
    begin() {
      if (stop) return;
      stop = platform.listen({ look: reader.look, reconnected: () => reader.start() });
      channel = platform.channel?.(name);
      if (channel) channel.onmessage = refreshSoon;
      readAtEnd();
      reader.look();
    },
    readAtEnd,
    end() {
      stop?.();
      channel?.close();
      stop = channel = undefined;
      clearTimeout(timer);
      reader.stop();
    },
    changed() {
      const tabs = channel ?? platform.channel?.(name);
      tabs?.postMessage("changed");
      if (!channel) tabs?.close();
      refreshSoon();
    },
  };
}
