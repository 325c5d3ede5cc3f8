import { inject } from "vitest";
import type { RaceType } from "./databases.ts";

declare module "vitest" {
  interface ProvidedContext {
    tier: "quick" | "proof";
  }
}

/**
 * `RACE_ROUNDS=10` is set by the scheduled workflow, a greater number for a change of guarded writes. With it each race
 * has this number of rounds on each database, and each case that CI leaves out.
 */
export const isWhole: boolean = process.env.RACE_ROUNDS !== undefined;

/**
 * The number of repetitions of a case in a `*.rounds.test.ts`: `full` in the tier `proof`, and at most three in the
 * tier `quick`. With `inCI`, the proof has that number, and `full` belongs to the scheduled workflow.
 */
export function repeats(full: number, inCI = full): number {
  const inProof = isWhole ? full : inCI;
  return inject("tier") === "proof" ? inProof : Math.min(inProof, 3);
}

/** The rounds of a race of sixteen callers. */
export const raceRounds: number = repeats(Number(process.env.RACE_ROUNDS ?? 5));

const fewRounds = 3;

/**
 * The rounds of a race on a database. Galera has fewer: each round that Galera has MariaDB has, too, and the races
 * during outages have only Galera.
 */
export const roundsOn = (type: RaceType | "memory", full = raceRounds): number =>
  type === "galera" && !isWhole ? Math.min(full, fewRounds) : full;

/**
 * The same for callers of a single process. SQLite has fewer, too: the database runs the statements of a process in
 * turn, so the callers interleave as over memory.
 */
export const roundsInOneProcess = (type: RaceType | "memory"): number =>
  type === "sqlite" && !isWhole ? Math.min(raceRounds, fewRounds) : roundsOn(type);

/**
 * How many callers race at once: sixteen on each database, and a hundred on PostgreSQL, which answers a hundred at once.
 * The scheduled workflow has a hundred on each.
 */
export const crowdsOn = (type: RaceType): readonly number[] => (isWhole || type === "postgres" ? [16, 100] : [16]);

/** The same for a race of which CI has sixteen callers alone. */
export const crowdsAtNight: readonly number[] = isWhole ? [16, 100] : [16];
