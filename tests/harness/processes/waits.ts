import type { WaitOptions } from "@keyhold/adapter-sql";

/**
 * Half a minute for a connection and nine seconds for a lock, so that no caller of a race is refused because the machine
 * is busy. During outages the default: a process leaves a lost node soon.
 */
export const raceWaits: WaitOptions = process.env.RACE_OUTAGES ? {} : { maxWaitMilliseconds: 30_000 };
