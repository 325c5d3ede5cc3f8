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
