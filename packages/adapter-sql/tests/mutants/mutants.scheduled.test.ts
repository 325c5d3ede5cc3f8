import { describe, expect, it } from "vitest";
import { driverMutants, mutants } from "./mutants.js";
import { suiteOver, suiteTypes } from "./suite-over.js";

/** On MySQL an index has the order of the column, and the isolation level is set before a transaction begins. */
const isPossible = (type: string, mutant: string): boolean => type === "postgres" || !/^sorts|snapshot$/.test(mutant);

describe.each(suiteTypes)("the conformance suite on %s, with the order of texts of a language", (type) => {
  it.each(Object.keys({ ...mutants, ...driverMutants }).filter((mutant) => isPossible(type, mutant)))(
    "fails for a driver that %s",
    { timeout: 240_000 },
    async (mutant) => {
      const { failed } = await suiteOver(mutant, type);
      expect(failed, "no test of the suite has found the fault").not.toEqual([]);
    },
  );
});
