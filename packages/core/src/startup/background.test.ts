import { describe, expect, test } from "vitest";
import type { LogEntry } from "../contract/config.js";
import { createBackground } from "./background.js";

const opened = (waitUntil?: (work: Promise<unknown>) => void) => {
  const logged: LogEntry[] = [];
  const background = createBackground({ ...(waitUntil && { waitUntil }), log: (entry) => void logged.push(entry) });
  return { ...background, messages: () => logged.map(({ message }) => message) };
};

describe("work after the response", () => {
  test("begins after the caller continues, and is waited for", async () => {
    const { later, idle } = opened();
    const done: string[] = [];
    later("One", async () => done.push("one"));
    expect(done).toEqual([]);
    await idle();
    expect(done).toEqual(["one"]);
  });

  test("that must not delay the response begins after its microtasks", async () => {
    const { afterAnswer, idle } = opened();
    const done: string[] = [];
    afterAnswer("One", async () => done.push("one"));
    for (let step = 0; step < 100; step += 1) await Promise.resolve();
    expect(done).toEqual([]);
    await idle();
    expect(done).toEqual(["one"]);
  });

  test("is waited for with the work that it starts", async () => {
    const { later, idle } = opened();
    let depth = 0;
    const dig = async (): Promise<void> => {
      depth += 1;
      if (depth < 20) later("Digging", dig);
    };
    later("Digging", dig);
    await idle();
    expect(depth).toBe(20);
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      "at once",
      () => {
        throw new Error("no");
      },
    ],
    [
      "later",
      async () => {
        throw new Error("no");
      },
    ],
    ["without a reason", () => Promise.reject(undefined)],
  ])("that fails %s is logged, and affects no other work", async (_, work) => {
    const { later, idle, messages } = opened();
    later("Bad work", work);
    await idle();
    expect(messages()).toEqual(["Bad work failed."]);
  });

  test("is passed to the platform while the request still exists", async () => {
    const kept: Promise<unknown>[] = [];
    const { later, idle } = opened((work) => void kept.push(work));
    const done: string[] = [];
    later("One", async () => done.push("one"));
    expect(kept).toHaveLength(1);
    await kept[0];
    expect(done).toEqual(["one"]);
    await idle();
  });

  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("no context");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no context"))],
  ])("is done although the platform %s, and that is logged", async (_, refuse) => {
    const { later, idle, messages } = opened(refuse as () => void);
    const done: string[] = [];
    later("One", async () => done.push("one"));
    await idle();
    expect(done).toEqual(["one"]);
    expect(messages()).toEqual(["`waitUntil` failed."]);
  });
});
