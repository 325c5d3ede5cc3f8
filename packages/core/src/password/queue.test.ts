import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createHashQueue, type HashQueue, HashQueueFull, type Place } from "./queue.js";

/** A job that the test ends. */
interface OpenJob {
  readonly result: Promise<unknown>;
  end(): void;
  fail(): void;
}

type Where = Partial<Place["turn"]> & Partial<Omit<Place, "turn">>;

let queue: HashQueue;
/** Names of the running and finished jobs, in order of their start. */
let begun: string[];
let open: Map<string, OpenJob>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  queue = createHashQueue(1);
  begun = [];
  open = new Map();
});
afterEach(() => {
  vi.useRealTimers();
});

const placeOf = ({
  network = "a",
  bucket = network,
  isKnown = false,
  milliseconds = 1000,
  maxWaitMilliseconds = 60_000,
}: Where): Place => ({ turn: { network, bucket, isKnown }, milliseconds, maxWaitMilliseconds });

function add(name: string, where: Where = {}): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = (): Promise<string> => {
    begun.push(name);
    return promise;
  };
  const result = queue.run(work, placeOf(where));
  result.catch(() => undefined);
  open.set(name, { result, end: () => resolve(name), fail: () => reject(new Error("failed")) });
  return result;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Ends the jobs in turn; answers the order of their starts. */
async function serveAll(): Promise<readonly string[]> {
  for (let ended = 0; ended < begun.length; ended += 1) {
    open.get(begun[ended] ?? "")?.end();
    await settle();
  }
  return begun;
}

const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

const retryAfter = async (result: Promise<unknown>): Promise<number | null> => {
  const error = await result.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof HashQueueFull ? error.retryAfterSeconds : null;
};

describe("a hash queue", () => {
  test("runs the maximum number of jobs at once, and no more", async () => {
    queue = createHashQueue(2);
    for (const name of names("a", 5)) add(name);
    await settle();
    expect(begun).toEqual(["a1", "a2"]);
    open.get("a1")?.end();
    await settle();
    expect(begun).toEqual(["a1", "a2", "a3"]);
  });

  test("goes on after a failed job, and its caller gets the error", async () => {
    const first = add("a1");
    const second = add("a2");
    open.get("a1")?.fail();
    open.get("a2")?.end();
    await expect(first).rejects.toThrow("failed");
    expect(await second).toBe("a2");
  });

  test("goes on after a job that throws synchronously", async () => {
    const thrown = queue.run(() => {
      throw new Error("at once");
    }, placeOf({}));
    await expect(thrown).rejects.toThrow("at once");
    expect(await queue.run(async () => 1, placeOf({}))).toBe(1);
  });

  test("never runs more than the maximum at once, in any order of events", async () => {
    queue = createHashQueue(3);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      for (let pause = 0; pause < Math.ceil(running); pause += 1) await settle();
      running -= 1;
    };
    const waves = [1, 2, 3, 4].map(async (wave) => {
      for (let pause = 0; pause < wave; pause += 1) await settle();
      const place = (index: number) => placeOf({ network: `${index % 4}`, bucket: `${index % 7}`, milliseconds: 1 });
      await Promise.all(Array.from({ length: 20 }, (_, index) => queue.run(work, place(index))));
    });
    await Promise.all(waves);
    expect(most).toBe(3);
    expect(running).toBe(0);
  });
});

describe("the order in a hash queue", () => {
  test("is first come, first served within a bucket", async () => {
    for (const name of names("a", 4)) add(name);
    expect(await serveAll()).toEqual(["a1", "a2", "a3", "a4"]);
  });

  test("is in turn between networks", async () => {
    for (const name of names("a", 4)) add(name, { network: "a" });
    for (const name of names("b", 2)) add(name, { network: "b" });
    add("c1", { network: "c" });
    expect(await serveAll()).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  test("is in turn between the buckets of a network, which have one turn together", async () => {
    for (const bucket of names("x", 3)) for (const name of names(bucket, 2)) add(name, { network: "a", bucket });
    for (const name of names("b", 2)) add(name, { network: "b" });
    expect(await serveAll()).toEqual(["x11", "x12", "b1", "x21", "b2", "x31", "x22", "x32"]);
  });

  test("keeps buckets of one name in two networks apart", async () => {
    for (const name of names("a", 3)) add(name, { network: "a", bucket: "unknown" });
    add("b1", { network: "b", bucket: "unknown" });
    expect(await serveAll()).toEqual(["a1", "a2", "b1", "a3"]);
  });

  test("gives a network that comes again no second turn in one round", async () => {
    add("a1", { network: "a" });
    add("b1", { network: "b" });
    add("c1", { network: "c" });
    open.get("a1")?.end();
    await settle();
    add("b2", { network: "b" });
    expect(await serveAll()).toEqual(["a1", "b1", "c1", "b2"]);
  });

  test("has known browsers first, in turn between their networks, and after four of them one of the others", async () => {
    add("a1");
    for (const name of names("b", 2)) add(name, { network: "b" });
    for (const name of names("k", 5)) add(name, { network: "k", isKnown: true });
    add("l1", { network: "l", isKnown: true });
    expect(await serveAll()).toEqual(["a1", "k1", "l1", "k2", "k3", "b1", "k4", "k5", "b2"]);
  });
});

describe("the maximum wait", () => {
  const three = { maxWaitMilliseconds: 3000 };

  test("rejects a job with a longer expected wait, with that wait, before any work", async () => {
    for (const name of names("a", 5)) add(name, three);
    expect(await retryAfter(add("a6", three))).toBe(4);
    expect(await serveAll()).toEqual(names("a", 5));
  });

  test("counts parallel jobs, and the own duration of each job", async () => {
    queue = createHashQueue(2);
    for (const name of names("a", 2)) add(name);
    for (const name of names("w", 2)) add(name, { milliseconds: 4000 });
    expect(await retryAfter(add("a3", three))).toBe(4);
  });

  test("rejects a client for its own jobs, never for those of another network", async () => {
    for (const name of names("a", 200)) add(name, three);
    const owner = add("b1", { network: "b", ...three });
    expect(await retryAfter(add("a201", three))).toBe(5);
    await serveAll();
    expect(await owner).toBe("b1");
    expect(begun.indexOf("b1")).toBeLessThanOrEqual(2);
  });

  test("counts a turn of each other network, and of each other bucket of the own one", async () => {
    add("running");
    for (const network of ["b", "c", "d"]) for (const name of names(network, 50)) add(name, { network });
    add("a1", { network: "a", bucket: "x" });
    const where = { network: "a", bucket: "y", milliseconds: 1000 };
    // Three turns of other networks and one of network "a" come first, then again three of the others.
    expect(await retryAfter(add("early", { ...where, maxWaitMilliseconds: 6999 }))).toBe(7);
    add("late", { ...where, maxWaitMilliseconds: 7000 });
    await serveAll();
    expect(begun.indexOf("late")).toBe(8);
  });

  test("counts one of the others after four known browsers, and four known browsers before each other", async () => {
    add("running");
    for (const name of names("k", 4)) add(name, { network: "k", isKnown: true });
    for (const name of names("b", 20)) add(name, { network: "b" });
    const known = { network: "k", isKnown: true };
    expect(await retryAfter(add("known", { ...known, maxWaitMilliseconds: 5000 }))).toBe(6);
    expect(await retryAfter(add("other", { network: "c", maxWaitMilliseconds: 4000 }))).toBe(5);
  });

  test("accepts a job of unknown duration", async () => {
    for (const name of names("a", 50)) add(name, { milliseconds: 0, maxWaitMilliseconds: 1 });
    expect(await serveAll()).toHaveLength(50);
  });

  test("rejects a job that has waited twice as long, because others came", async () => {
    add("running", three);
    const waiting = add("a1", three);
    const late = add("a2", { maxWaitMilliseconds: 3001 });
    vi.advanceTimersByTime(6001);
    expect(await retryAfter(waiting)).toBe(1);
    await serveAll();
    expect(await late).toBe("a2");
    expect(begun).toEqual(["running", "a2"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("applies to memory, too: the newest job of the bucket with the most is rejected", async () => {
    queue = createHashQueue(1, 10);
    add("running");
    for (const name of names("a", 6)) add(name, { network: "a", bucket: "x" });
    add("y1", { network: "a", bucket: "y" });
    for (const name of names("b", 3)) add(name, { network: "b" });
    const owner = add("c1", { network: "c" });
    expect(await retryAfter(open.get("a6")?.result ?? owner)).not.toBeNull();
    expect(await retryAfter(add("a7", { network: "a", bucket: "x" }))).not.toBeNull();
    await serveAll();
    expect([...begun].sort()).toEqual(["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "c1", "running", "y1"]);
  });
});
