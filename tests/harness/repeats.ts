import { inject } from "vitest";

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
