/** The time at which a read begins, as an ISO date with microseconds. */
export type ReadTime = () => string;

/**
 * The versions of what is read. An object of Stripe does not say when it last changed, so its version is the time at
 * which the read of it began: each change has an event, and the read of that event begins after the change. Of this
 * process no two times are equal.
 *
 * @see docs/decisions/0159-stripe-behind-the-port.md
 */
export function createClockOfReads(now: () => number): ReadTime {
  let last = 0;
  return () => {
    last = Math.max(now() * 1000, last + 1);
    const text = new Date(Math.floor(last / 1000)).toISOString();
    return `${text.slice(0, -1)}${String(last % 1000).padStart(3, "0")}Z`;
  };
}
