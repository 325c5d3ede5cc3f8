/** Seconds since 1970. */
export const secondsOf = (stamp: string): number => Math.floor(Date.parse(stamp) / 1000);

/** Null for null. */
export const secondsOrNull = (stamp: string | null): number | null => (stamp === null ? null : secondsOf(stamp));
