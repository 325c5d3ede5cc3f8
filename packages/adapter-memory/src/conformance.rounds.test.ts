import { adapterConformance } from "@keyhold/testing/conformance";
import { inject } from "vitest";
import { raceRounds } from "../../../tests/harness/repeats.js";
import { memory } from "./index.js";

const close = async (): Promise<void> => undefined;

/** Goes on after none to three turns of the event loop, so callers interleave. */
async function pause(): Promise<void> {
  for (let turns = Math.floor(Math.random() * 4); turns > 0; turns -= 1) await new Promise(setImmediate);
}

adapterConformance(
  "memory with pauses around the verbs",
  async (schema, waits) => ({ adapter: memory({ ...waits, pause }).connect(schema), close }),
  { rounds: raceRounds },
);

if (inject("tier") === "proof")
  adapterConformance("memory", async (schema, waits) => ({ adapter: memory(waits).connect(schema), close }), {
    rounds: raceRounds,
  });
