import { describe, expect, test } from "vitest";
import { createQueue } from "./queue.js";

/** A job that ends when the test says so. */
class OpenJob {
  hasBegun = false;
  end: () => void = () => undefined;
  fail: () => void = () => undefined;
  private readonly result = new Promise<string>((resolve, reject) => {
    this.end = () => resolve("done");
    this.fail = () => reject(new Error("failed"));
  });

  readonly job = (): Promise<string> => {
    this.hasBegun = true;
    return this.result;
  };
}

const jobs = (count: number) => Array.from({ length: count }, () => new OpenJob());
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("a queue", () => {
  test("begins as many jobs at once as it may, and no more", async () => {
    const queue = createQueue(2, 10);
    const all = jobs(5);
    for (const { job } of all) queue.run(job);
    await settle();
    expect(all.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false, false, false]);
  });

  test("begins the one that waits longest when one ends", async () => {
    const queue = createQueue(1, 10);
    const all = jobs(3);
    for (const { job } of all) queue.run(job);
    all[0]?.end();
    await settle();
    expect(all.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false]);
  });

  test("goes on when one fails, and hands its failure to the one who asked", async () => {
    const queue = createQueue(1, 10);
    const [first, second] = jobs(2);
    const answers = [queue.run(first!.job), queue.run(second!.job)];
    first?.fail();
    second?.end();
    await expect(answers[0]).rejects.toThrow("failed");
    expect(await answers[1]).toBe("done");
  });

  test("goes on when one throws before it begins to wait", async () => {
    const queue = createQueue(1, 10);
    const thrown = queue.run(() => {
      throw new Error("at once");
    });
    await expect(thrown).rejects.toThrow("at once");
    expect(await queue.run(async () => 1)).toBe(1);
  });

  test("answers null at once when too many wait", async () => {
    const queue = createQueue(2, 3);
    const all = jobs(7);
    const answers = all.map(({ job }) => queue.run(job));
    expect(answers.map((answer) => answer === null)).toEqual([false, false, false, false, false, true, true]);
    for (const { end } of all) end();
    expect(await Promise.all(answers.slice(0, 5))).toEqual(Array.from({ length: 5 }, () => "done"));
    expect(all[6]?.hasBegun).toBe(false);
  });

  test("lets nobody wait, when nobody may", async () => {
    const queue = createQueue(1, 0);
    const [first, second] = jobs(2);
    queue.run(first!.job);
    expect(queue.run(second!.job)).toBeNull();
  });

  test("never has more at once than it may, whatever comes when", async () => {
    const queue = createQueue(3, 100);
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
      await Promise.all(Array.from({ length: 20 }, () => queue.run(work)));
    });
    await Promise.all(waves);
    expect(most).toBe(3);
    expect(running).toBe(0);
  });
});
