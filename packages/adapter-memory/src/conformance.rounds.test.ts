import { adapterConformance } from "@keyhold/testing/conformance";
import { raceRounds, repeats } from "../../../tests/harness/repeats.js";
import { memory } from "./index.js";

const close = async (): Promise<void> => undefined;
const shortPause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.random() * 2);
  });

const maxWaitMilliseconds = 1500;

adapterConformance("memory", async (schema) => ({ adapter: memory({ maxWaitMilliseconds }).connect(schema), close }), {
  rounds: raceRounds,
});

adapterConformance(
  "memory with pauses around the verbs",
  async (schema) => ({ adapter: memory({ maxWaitMilliseconds, pause: shortPause }).connect(schema), close }),
  { rounds: repeats(5) },
);
