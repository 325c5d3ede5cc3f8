import { inject } from "vitest";
import type { RaceType } from "./databases.ts";

declare module "vitest" {
  interface ProvidedContext {
    tier: "quick" | "proof";
  }
}

/**
 * The number of repetitions of a case in a `*.rounds.test.ts`: `full` in the tier `proof`, and at most three in the
 * tier `quick`.
 */
export const repeats = (full: number): number => (inject("tier") === "proof" ? full : Math.min(full, 3));

/**
 * The rounds of a race of sixteen callers. `RACE_ROUNDS=50` is for a change of guarded writes.
 */
export const raceRounds = repeats(Number(process.env.RACE_ROUNDS ?? 10));

const fewRounds = 3;

/**
 * The rounds of a race on a database. Galera has fewer: each round that Galera has MariaDB has, too, and the races
 * during outages have only Galera. `RACE_ROUNDS` is for each database.
 */
export const roundsOn = (type: RaceType | "memory", full = raceRounds): number =>
  type === "galera" && process.env.RACE_ROUNDS === undefined ? Math.min(full, fewRounds) : full;

/**
 * The same for callers of a single process. SQLite has fewer, too: the database runs the statements of a process in
 * turn, so the callers interleave as over memory.
 */
export const roundsInOneProcess = (type: RaceType | "memory"): number =>
  type === "sqlite" && process.env.RACE_ROUNDS === undefined ? Math.min(raceRounds, fewRounds) : roundsOn(type);
