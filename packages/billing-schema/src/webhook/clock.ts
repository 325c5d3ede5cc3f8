/** Milliseconds since 1970: where time enters. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
