/** A duration as the sum of the units. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

/** A clock that stands still until a test forwards it. */
export interface Clock {
  /** Works without `this`: pass `clock.now` to `createAuth` as `now`. */
  readonly now: () => Date;
  /** Forwards the clock. Throws if the sum of the units is negative. */
  forward(duration: Duration): void;
}

/** Makes a clock that stands still, by default at noon of 1 January 2026 (UTC). */
export function createClock(start: Date = new Date("2026-01-01T12:00:00.000Z")): Clock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    forward: (duration) => {
      const step = inMilliseconds(duration);
      if (!(step >= 0)) throw new Error("A clock can only go forward.");
      time += step;
    },
  };
}

const inMilliseconds = ({ days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 }: Duration): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
