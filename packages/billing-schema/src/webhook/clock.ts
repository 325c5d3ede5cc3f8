/** Milliseconds since 1970: where time enters. */
export type Clock = () => number;

/** The clock of this server: `Date.now()`. */
export const systemClock: Clock = () => Date.now();
