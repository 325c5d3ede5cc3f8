import type { Adapter, Schema } from "@keyhold/core/adapter";
import { defineModel, integer, isConflict, type Model, text } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { isMemoryDatabase, memory } from "./index.js";

const boxModel = defineModel("box", { id: text(), label: text().unique(), size: integer().optional() });
const lidModel = defineModel("lid", { id: text(), boxId: text().references(boxModel) });

const schemaOf = (...models: Model[]): Schema => ({ models: new Map(models.map((model) => [model.name, model])) });
const schema = schemaOf(boxModel, lidModel);

const labels = async (db: Adapter): Promise<string[]> =>
  (await db.list(boxModel, {}, { orderBy: "id", limit: 9 })).map(({ label }) => label);

/** A database with the boxes "a" and "b", and a lid for "a". */
async function filled() {
  const database = memory();
  const db = database.connect(schema);
  await db.insert(boxModel, { id: "1", label: "a" });
  await db.insert(boxModel, { id: "2", label: "b" });
  await db.insert(lidModel, { id: "1", boxId: "1" });
  return { database, db };
}

describe("restore", () => {
  it("removes later rows, and returns changed and removed rows", async () => {
    const { database, db } = await filled();
    const snapshot = database.snapshot();
    for (const label of ["x", "y"]) {
      await db.insert(boxModel, { id: "3", label: "c" });
      await db.update(boxModel, "2", { label });
      await db.remove(boxModel, { id: "1" });
      expect(await labels(db)).toEqual([label, "c"]);
      await snapshot.restore();
      expect(await labels(db)).toEqual(["a", "b"]);
      expect(await db.count(lidModel, { boxId: "1" }), "the lid that was removed with its box").toBe(1);
    }
  });

  it("returns the index entries with the rows", async () => {
    const { database, db } = await filled();
    const snapshot = database.snapshot();
    await db.update(boxModel, "1", { label: "c" });
    await snapshot.restore();
    expect(await db.exists(boxModel, { label: "c" })).toBe(false);
    expect(await db.find(boxModel, { label: "a" })).toMatchObject({ id: "1" });
    expect(isConflict(await db.insert(boxModel, { id: "3", label: "a" }))).toBe(true);
    expect(isConflict(await db.insert(boxModel, { id: "3", label: "c" }))).toBe(false);
  });

  it("restores the snapshot that it belongs to, in any order", async () => {
    const { database, db } = await filled();
    const two = database.snapshot();
    await db.insert(boxModel, { id: "3", label: "c" });
    const three = database.snapshot();
    await two.restore();
    expect(await labels(db)).toEqual(["a", "b"]);
    await three.restore();
    expect(await labels(db)).toEqual(["a", "b", "c"]);
  });

  it("waits for an open transaction, and removes its rows", async () => {
    const { database, db } = await filled();
    const snapshot = database.snapshot();
    const order: string[] = [];
    let restored: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.insert(boxModel, { id: "3", label: "c" });
      restored = snapshot.restore().then(() => order.push("restored"));
      await tx.insert(boxModel, { id: "4", label: "d" });
      order.push("written");
    });
    await restored;
    expect(order).toEqual(["written", "restored"]);
    expect(await labels(db)).toEqual(["a", "b"]);
  });

  it("clears the tables of an adapter that was connected later, and keeps its unique columns", async () => {
    const { database, db } = await filled();
    const snapshot = database.snapshot();
    const noteModel = defineModel("note", { id: text() });
    const strict = defineModel("box", { ...boxModel.columns, size: integer().optional().unique() });
    const later = database.connect(schemaOf(strict, noteModel));
    await later.insert(noteModel, { id: "1" });
    await snapshot.restore();
    expect(await later.count(noteModel, {})).toBe(0);
    await later.update(strict, "1", { size: 5 });
    expect(isConflict(await later.update(strict, "2", { size: 5 }))).toBe(true);
    expect(await labels(db)).toEqual(["a", "b"]);
  });
});

describe("fork", () => {
  it("has the rows of the snapshot, and neither database sees the writes of the other one", async () => {
    const { database, db } = await filled();
    const snapshot = database.snapshot();
    await db.insert(boxModel, { id: "3", label: "late" });
    const fork = snapshot.fork().connect(schema);
    expect(await labels(fork)).toEqual(["a", "b"]);

    await fork.update(boxModel, "1", { label: "fork" });
    await db.update(boxModel, "2", { label: "origin" });
    expect(await labels(fork)).toEqual(["fork", "b"]);
    expect(await labels(db)).toEqual(["a", "origin", "late"]);
    expect(await fork.exists(boxModel, { label: "late" })).toBe(false);
    expect(await db.exists(boxModel, { label: "fork" })).toBe(false);
  });

  it("keeps unique columns and references", async () => {
    const { database } = await filled();
    const fork = database.snapshot().fork().connect(schema);
    expect(isConflict(await fork.insert(boxModel, { id: "3", label: "a" }))).toBe(true);
    await fork.remove(boxModel, { id: "1" });
    expect(await fork.count(lidModel, {}), "the lid of the removed box").toBe(0);
  });

  it("removes the rows that reference a removed row, also those of an adapter that it did not connect", async () => {
    const { database } = await filled();
    const fork = database.snapshot().fork();
    await fork.connect(schemaOf(boxModel)).remove(boxModel, { id: "1" });
    expect(await fork.connect(schema).count(lidModel, {})).toBe(0);
  });

  it("is not affected by another fork of its snapshot, nor by a fork of its own", async () => {
    const { database } = await filled();
    const snapshot = database.snapshot();
    const [first, second] = [snapshot.fork(), snapshot.fork()];
    await first.connect(schema).remove(boxModel, { id: "1" });
    const below = second.snapshot().fork();
    await below.connect(schema).insert(boxModel, { id: "3", label: "c" });
    expect(await labels(second.connect(schema))).toEqual(["a", "b"]);
    expect(await labels(below.connect(schema))).toEqual(["a", "b", "c"]);
  });

  it("does not have the rows of an open transaction, and does not wait for it", async () => {
    const { database, db } = await filled();
    await db.transaction(async (tx) => {
      await tx.insert(boxModel, { id: "3", label: "open" });
      await tx.update(boxModel, "1", { label: "changed" });
      const fork = database.snapshot().fork().connect(schema);
      expect(await labels(fork)).toEqual(["a", "b"]);
      expect(isConflict(await fork.insert(boxModel, { id: "3", label: "open" }))).toBe(false);
    });
    expect(await labels(db)).toEqual(["changed", "b", "open"]);
  });

  it("has the pause of its origin", async () => {
    let pauses = 0;
    const pause = async (): Promise<void> => {
      pauses += 1;
    };
    await memory({ pause }).snapshot().fork().connect(schema).count(boxModel, {});
    expect(pauses).toBe(2);
  });
});

it("a database of memory() and its forks are told from their wrappers", () => {
  const database = memory();
  expect(isMemoryDatabase(database)).toBe(true);
  expect(isMemoryDatabase(database.snapshot().fork())).toBe(true);
  expect(isMemoryDatabase({ ...database })).toBe(false);
});
