import { type Awake, broadcast, stayAwake } from "./page-events.js";
import type { Reader } from "./reader.js";

/** How long after a change the value is read again, so that several changes cost one request. */
export const refreshDelayMilliseconds = 10;
/** A person who switches between windows asks no more often than this. */
export const minRefocusMilliseconds = 5000;

/** Keeps a value in step while somebody watches. */
export interface Sync {
  begin(): void;
  /** Leaves neither timer nor listener nor request behind. */
  end(): void;
  /** A call of this tab has changed the value. */
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
    // Nobody watches: the next one to come will find it outdated. Being read: the reader sees to it.
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
