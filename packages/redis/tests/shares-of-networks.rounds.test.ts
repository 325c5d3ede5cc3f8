import { afterEach, beforeEach, describe, test } from "vitest";
import { capped, guessed, raceCap, raceShares } from "../../../tests/harness/raced-guesses.ts";
import { repeats } from "../../../tests/harness/repeats.js";
import { openTwo } from "./two-processes.js";
import { type OpenVariant, openVariant, variants } from "./variants.js";

const rounds = Array.from({ length: repeats(10, 5) }, (_, round) => round);

describe.each(variants)("guesses that two processes count $name", (variant) => {
  let opened: OpenVariant;
  beforeEach(async () => {
    opened = await openVariant(variant);
  });
  afterEach(() => opened.close());

  const open = (changes: typeof guessed) => {
    const { here, there } = openTwo(opened.storages, {
      ...changes,
      rateLimit: { ...changes.rateLimit, storage: "secondary" },
    });
    return [here, there] as const;
  };

  test("from one network are half of a window, and from many networks at once a whole window", async () => {
    const processes = open(guessed);
    for (const round of rounds) await raceShares(processes, round);
  });

  test("from one address are as many as its cap", async () => {
    const processes = open(capped);
    for (const round of rounds) await raceCap(processes, round);
  });
});
