import { secondaryStorageConformance } from "@keyhold/testing/conformance";
import { afterAll, beforeAll, describe } from "vitest";
import { canStartRedis } from "../../../../tests/harness/redis/redis-node.ts";
import { repeats } from "../../../../tests/harness/repeats.ts";
import { clientNames } from "../clients.js";
import { type FailoverSetup, setups } from "./setups.js";

describe.skipIf(!canStartRedis).each(setups)("over $name", ({ start }) => {
  let setup: FailoverSetup;
  beforeAll(async () => {
    setup = await start();
  });
  afterAll(() => setup?.remove());

  for (const client of clientNames) {
    secondaryStorageConformance(
      `redis over ${client}`,
      async () => {
        const { storage, close } = await setup.open(client, { prefix: client });
        return { storage, close: async () => close() };
      },
      { rounds: repeats(50, 15) },
    );
  }
});
