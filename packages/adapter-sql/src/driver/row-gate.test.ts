import { isStorageUnavailable } from "@keyhold/core/adapter";
import { describe, expect, it } from "vitest";
import { createRowGate, type RowGate } from "./row-gate.js";

const open = (poolSize = 8, waitMilliseconds = 20): RowGate => createRowGate({ poolSize, waitMilliseconds });
const failure = (work: unknown): Promise<unknown> =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  );

describe("the gate of a row", () => {
  it.each([
    [1, 1],
    [4, 1],
    [10, 2],
    [40, 10],
  ])("with a pool of %i connections gives %i of them to one row", async (poolSize, share) => {
    const gate = open(poolSize);
    for (let taken = 0; taken < share; taken += 1) expect(gate.enter(["a"])).not.toBeInstanceOf(Promise);
    expect(isStorageUnavailable(await failure(gate.enter(["a"])))).toBe(true);
    expect(gate.enter(["b"]), "another row waits").not.toBeInstanceOf(Promise);
  });

  it("admits callers in the order of their calls", async () => {
    const gate = open(4, 1000);
    const order: number[] = [];
    const first = await gate.enter(["a"]);
    const others = [1, 2, 3].map(async (caller) => {
      const pass = await gate.enter(["a"]);
      order.push(caller);
      pass.leave();
    });
    first.leave();
    await Promise.all(others);
    expect(order).toEqual([1, 2, 3]);
    expect(gate.enter(["a"]), "a place was lost").not.toBeInstanceOf(Promise);
  });

  it("keeps no row after a caller's timeout", async () => {
    const gate = open(4);
    const holder = await gate.enter(["b"]);
    expect(isStorageUnavailable(await failure(gate.enter(["a", "b"])))).toBe(true);
    expect(gate.enter(["a"])).not.toBeInstanceOf(Promise);
    holder.leave();
    holder.leave();
    const again = await gate.enter(["b"]);
    expect(again.add("b"), "its own row").toBe(true);
    expect((await gate.enter(["c"])).add("b"), "a row left twice counts once").toBe(false);
  });

  it("admits at most a thousand waiting callers for one row", async () => {
    const gate = open(4, 1000);
    const holder = await gate.enter(["a"]);
    const waiting = Array.from({ length: 1000 }, async () => (await gate.enter(["a"])).leave());
    expect(isStorageUnavailable(await failure(gate.enter(["a"])))).toBe(true);
    holder.leave();
    await Promise.all(waiting);
  });
});
