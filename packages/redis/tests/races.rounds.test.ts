import { memory } from "@keyhold/adapter-memory";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { alice, userByEmail } from "../../../tests/harness/app.ts";
import type { Browser } from "../../../tests/harness/browser.ts";
import { raceRounds, repeats } from "../../../tests/harness/repeats.js";
import { at, openTwo, type TwoProcesses } from "./two-processes.js";
import { openVariant, variants } from "./variants.js";

const readers = 16;

/** Statements take different times, so that readers and writers overtake each other. */
const shortPause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.random() * 2);
  });

/** Yields to the event loop: reads from memory alone would never yield. */
const aTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe.each(variants)("sixteen readers in two processes, with a session cache $name,", (variant) => {
  let two: TwoProcesses;
  let close: () => void;
  let owner: Browser;
  // Both clients take part in each variant, so a single full run is enough.
  const rounds = variant.clients?.[0] === "node-redis" ? raceRounds : repeats(10, 5);

  beforeEach(async () => {
    const opened = await openVariant(variant);
    close = opened.close;
    two = openTwo(opened.storages, { database: memory({ pause: shortPause }) });
    owner = two.here.browser();
    await owner.post("/sign-up/email", { ...alice, username: "alice" });
  });
  afterEach(() => close());

  const read = async (browser: Browser, reader: number) => {
    const answer = await at(reader % 2 ? two.here : two.there, browser).get("/get-session");
    expect(answer.status).toBe(200);
    return answer.body?.user ?? null;
  };

  /** Reads continuously during a change; returns the results of the reads begun after the response. */
  async function readAround(browser: Browser, change: () => Promise<unknown>): Promise<unknown[]> {
    let isAnswered = false;
    const readOn = async (reader: number): Promise<unknown> => {
      for (;;) {
        const isAfter = isAnswered;
        const user = await read(browser, reader);
        if (isAfter) return user;
        await aTurn();
      }
    };
    const reading = Array.from({ length: readers }, (_, reader) => readOn(reader));
    await shortPause();
    try {
      await change();
    } finally {
      isAnswered = true;
    }
    const seen = await Promise.all(reading);
    await Promise.all([two.here.auth.idle(), two.there.auth.idle()]);
    return [...seen, await read(browser, 0), await read(browser, 1)];
  }

  test("see no session that ended before they began", async () => {
    const { id: userId } = await userByEmail(two.here);
    for (let round = 0; round < rounds; round += 1) {
      const visitor = two.there.browser();
      expect((await visitor.post("/sign-in/email", alice)).status).toBe(200);
      const before = at(two.here, visitor);
      const seen = await readAround(before, () =>
        round % 2 ? visitor.post("/sign-out") : two.here.auth.api.revokeUserSessions({ userId }),
      );
      expect(seen, `round ${round}`).toEqual(Array(readers + 2).fill(null));
    }
  }, 120_000);

  test("see no name that changed before they began", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const visitor = two.there.browser();
      expect((await visitor.post("/sign-in/email", alice)).status).toBe(200);
      const name = `Alice ${round}`;
      const seen = await readAround(visitor, () => at(two.here, visitor).post("/update-user", { name }));
      expect(seen, `round ${round}`).toEqual(Array(readers + 2).fill(expect.objectContaining({ name })));
      expect((await visitor.post("/sign-out")).status).toBe(200);
    }
  }, 120_000);
});
