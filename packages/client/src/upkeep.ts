import type { Reader } from "./reader.js";
import { type Awake, stayAwake, tellOtherTabs } from "./wake.js";

/** How long after a change the value is read again, so that several changes cost one request. */
export const refreshDelayMilliseconds = 10;
/** A person who switches between windows asks no more often than this. */
export const shortestRefocusMilliseconds = 5000;

/** Keeps a value in step while somebody watches. */
export interface Upkeep {
  begin(): void;
  /** Leaves neither timer nor listener nor request behind. */
  end(): void;
  /** A call of this tab has changed the value. */
  changed(): void;
}

export function createUpkeep(reader: Reader, channelName: string): Upkeep {
  let awake: Awake | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    if (reader.ageMilliseconds() >= shortestRefocusMilliseconds) reader.start();
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
      if (awake) awake.tellOtherTabs();
      else tellOtherTabs(channelName);
      refreshSoon();
    },
  };
}
