import { type Awake, broadcast, stayAwake } from "./page-events.js";
import type { Reader } from "./reader.js";
import type { Input } from "./send.js";

/** The delay between a change and the read, so that several changes cost one request. */
export const refreshDelayMilliseconds = 10;
/** The minimum time between reads when a user switches between windows. */
export const minRefocusMilliseconds = 5000;
/** The clock of the server may be behind the clock of the browser. */
const clockToleranceMilliseconds = 1000;
/** Browsers have no timer above 2 ** 31 - 1. */
const maxTimerMilliseconds = 2e9;

/** Refreshes a value while there are subscribers. */
export interface Sync {
  begin(): void;
  /** The value is known, and will be read at its end. */
  known(): void;
  /** Removes the timer, the listeners and the request. */
  end(): void;
  /** A call in this tab has changed the value. */
  changed(): void;
}

/** `endOf`: when the value ends, as a session does. */
export function createSync(reader: Reader, channelName: string, endOf: () => Date | undefined): Sync {
  let awake: Awake | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    if (reader.ageMilliseconds() >= minRefocusMilliseconds) reader.start();
  }

  /** Without subscribers, the next subscriber finds the value outdated. */
  function readIn(milliseconds: number, input?: Input): void {
    clearTimeout(timer);
    if (awake && milliseconds > 0)
      timer = setTimeout(() => reader.start(input), Math.min(milliseconds, maxTimerMilliseconds));
  }

  /**
   * The read at the end prolongs no session: no user has visited the page, and the clock of the browser may be ahead. An
   * end that has passed starts no timer: with such a clock, reads would follow each other.
   */
  const known = (): void => readIn(Number(endOf()) - Date.now() + clockToleranceMilliseconds, { disableRefresh: true });

  function refreshSoon(): void {
    if (!reader.changed()) readIn(refreshDelayMilliseconds);
  }

  return {
    begin() {
      if (awake) return;
      awake = stayAwake(channelName, { look, online: () => reader.start(), changed: refreshSoon });
      known();
      look();
    },
    known,
    end() {
      awake?.stop();
      awake = null;
      clearTimeout(timer);
      reader.stop();
    },
    changed() {
      broadcast(channelName, awake);
      refreshSoon();
    },
  };
}
