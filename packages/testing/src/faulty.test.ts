import { memory } from "@keyhold/adapter-memory";
import { isStorageUnavailable, type Schema } from "@keyhold/core/adapter";
import { defineModel, text } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { counted } from "./counted.js";
import { type FaultPlan, faulty } from "./faulty.js";

const boxModel = defineModel("box", { id: text(), label: text() });
const bagModel = defineModel("bag", { id: text() });
const schema: Schema = { models: new Map([boxModel, bagModel].map((model) => [model.name, model])) };
const box = (id: string) => ({ id, label: "a" });

const open = (plan: FaultPlan) => faulty(memory(), plan).connect(schema);

describe("a faulty database", () => {
  it("works without a planned fault", async () => {
    const db = open({});
    await db.insert(boxModel, box("1"));
    await db.transactionOn(boxModel, "1", (tx) => tx.update(boxModel, "1", { label: "b" }));
    expect(await db.find(boxModel, { id: "1" })).toEqual({ id: "1", label: "b" });
  });

  it("fails before the nth use of a verb on a model, and only then", async () => {
    const db = open({ faults: [{ at: "insert", model: "box", call: 2 }] });
    await db.insert(bagModel, { id: "1" });
    await db.insert(boxModel, box("1"));
    await expect(db.insert(boxModel, box("2"))).rejects.toSatisfy(isStorageUnavailable);
    await db.insert(boxModel, box("3"));
    expect(await db.count(boxModel, {})).toBe(2);
  });

  it("fails after a verb has happened", async () => {
    const error = new Error("connection lost");
    const db = open({ faults: [{ at: "insert", when: "after", error }] });
    await expect(db.insert(boxModel, box("1"))).rejects.toBe(error);
    expect(await db.count(boxModel, {})).toBe(1);
  });
});

describe("a faulty transaction", () => {
  it("fails at a lock, and may retry", async () => {
    const db = open({ faults: [{ at: "lock", model: "box" }] });
    await db.insert(boxModel, box("1"));
    await expect(db.transaction((tx) => tx.lock(boxModel, "1"))).rejects.toSatisfy(isStorageUnavailable);
    expect(await db.transaction((tx) => tx.lock(boxModel, "1"))).toEqual(box("1"));
  });

  it("fails inside a transaction, which is rolled back", async () => {
    const db = open({ faults: [{ at: "insert", call: 2, when: "after" }] });
    const work = db.transaction(async (tx) => {
      await tx.insert(boxModel, box("1"));
      await tx.insert(boxModel, box("2"));
    });
    await expect(work).rejects.toSatisfy(isStorageUnavailable);
    expect(await db.count(boxModel, {})).toBe(0);
  });

  it("fails before a commit without its writes, and after a commit with them", async () => {
    const plan: FaultPlan = { faults: [{ at: "commit" }] };
    const db = open(plan);
    await expect(db.transaction((tx) => tx.insert(boxModel, box("1")))).rejects.toSatisfy(isStorageUnavailable);
    expect(await db.count(boxModel, {})).toBe(0);
    plan.faults = [{ at: "commit", when: "after" }];
    await expect(db.transaction((tx) => tx.insert(boxModel, box("1")))).rejects.toSatisfy(isStorageUnavailable);
    expect(await db.count(boxModel, {})).toBe(1);
  });

  it("runs the work again after a deadlock", async () => {
    let runs = 0;
    const db = open({ faults: [{ at: "commit", isRetried: true }] });
    await db.transaction(async (tx) => {
      runs += 1;
      await tx.insert(boxModel, box("1"));
    });
    expect([runs, await db.count(boxModel, {})]).toEqual([2, 1]);
  });
});

describe("a database that does not respond", () => {
  it("fails every verb and transaction, and works again afterwards", async () => {
    const plan: FaultPlan = { isUnavailable: true };
    const db = open(plan);
    await expect(db.count(boxModel, {})).rejects.toSatisfy(isStorageUnavailable);
    await expect(db.transaction(async () => 1)).rejects.toSatisfy(isStorageUnavailable);
    plan.isUnavailable = false;
    expect(await db.count(boxModel, {})).toBe(0);
  });

  it("may answer late only", async () => {
    const start = performance.now();
    await open({ latencyMilliseconds: 20 }).count(boxModel, {});
    expect(performance.now() - start).toBeGreaterThanOrEqual(38);
  });
});

describe("a counted database", () => {
  it("records each verb, its model, and whether it was in a transaction", async () => {
    const database = counted(memory());
    const db = database.connect(schema);
    await db.insert(boxModel, box("1"));
    await db.transactionOn(boxModel, "1", (tx) => tx.count(bagModel, {}));
    expect(database.calls).toEqual([
      { verb: "insert", model: "box", isInTransaction: false },
      { verb: "count", model: "bag", isInTransaction: true },
    ]);
    expect(database.transactions).toBe(1);
    database.reset();
    expect([database.calls, database.transactions]).toEqual([[], 0]);
  });
});
