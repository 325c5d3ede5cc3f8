import { type Awake, broadcast, stayAwake } from "./page-events.js";
import type { Reader } from "./reader.js";

/** The delay between a change and the read, so that several changes cost one request. */
export const refreshDelayMilliseconds = 10;
/** The minimum time between reads when a user switches between windows. */
export const minRefocusMilliseconds = 5000;

/** Refreshes a value while it has subscribers. */
export interface Sync {
  begin(): void;
  /** Removes the timer, the listeners and the request. */
  end(): void;
  /** A call in this tab has changed the value. */
  changed(): void;
}

export function createSync(reader: Reader, channelName: string): Sync {
  let awake: Awake | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    if (reader.ageMilliseconds() >= minRefocusMilliseconds) reader.start();
  }

  function refreshSoon(): void {
    reader.outdate();
    // Without subscribers, the next one finds the value outdated. During a read, the reader repeats it.
    if (!awake || reader.isReading()) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      reader.start();
    }, refreshDelayMilliseconds);
  }

  return {
    begin() {
      awake ??= stayAwake(channelName, { look, reconnected: reader.start, changedElsewhere: refreshSoon });
      look();
    },
    end() {
      awake?.stop();
      awake = null;
      clearTimeout(timer);
      timer = undefined;
      reader.stop();
    },
    changed() {
      if (awake) awake.broadcast();
      else broadcast(channelName);
      refreshSoon();
    },
  };
}
