import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    tier: "quick" | "proof";
  }
}

/**
 * How often a case of a `*.rounds.test.ts` is repeated: as often as asked for in the tier `proof`, and at most three times
 * in the tier `quick`.
 */
export const repeats = (full: number): number => (inject("tier") === "proof" ? full : Math.min(full, 3));
