/** Milliseconds since 1970. */
export type Clock = () => number;

/** The pace of requests of this process. */
export interface Pace {
  /** In how many milliseconds a request may start: 0 notes its start. Background work leaves a fifth to users. */
  wait(isBackground: boolean): number;
  /** No request starts in this time: the provider said so. */
  pause(seconds: number): void;
}

const minute = 60_000;
const shareOfBackground = 0.8;

export function createPace(requestsPerMinute: number, now: Clock): Pace {
  let starts: readonly number[] = [];
  let pausedUntil = 0;
  return {
    wait: (isBackground) => {
      const at = now();
      starts = starts.filter((start) => at - start < minute);
      const most = Math.max(1, Math.floor(requestsPerMinute * (isBackground ? shareOfBackground : 1)));
      const oldest = starts[starts.length - most];
      const milliseconds = Math.max(pausedUntil - at, oldest === undefined ? 0 : oldest + minute - at, 0);
      if (milliseconds === 0) starts = [...starts, at];
      return milliseconds;
    },
    pause: (seconds) => {
      pausedUntil = Math.max(pausedUntil, now() + seconds * 1000);
    },
  };
}
