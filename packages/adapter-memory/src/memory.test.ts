import { type Adapter, isStorageUnavailable, type Schema } from "@keyhold/core/adapter";
import { counter, defineModel, defineOneTime, integer, isConflict, json, type Model, text } from "@keyhold/core/plugin";
import { expect, it } from "vitest";
import { memory } from "./index.js";

const boxModel = defineModel("box", { id: text(), label: text().unique(), content: json<unknown>().optional() });
const oneTimeTokenModel = defineOneTime("ticket", { id: text(), secret: text() });
const seatModel = defineModel(
  "seat",
  { id: text(), row: integer(), taken: counter() },
  { indexes: [["row", "taken"]] },
);

const schemaOf = (...models: Model[]): Schema => ({ models: new Map(models.map((model) => [model.name, model])) });
const schema = schemaOf(boxModel, oneTimeTokenModel, seatModel);
const open = (): Adapter => memory().connect(schema);

it("two adapters of one database see the same rows, two databases do not", async () => {
  const database = memory();
  await database.connect(schema).insert(boxModel, { id: "1", label: "a" });
  expect(await database.connect(schema).exists(boxModel, { id: "1" })).toBe(true);
  expect(await open().exists(boxModel, { id: "1" })).toBe(false);
});

it("a model with a new unique column keeps its rows, and rejects duplicates from then on", async () => {
  const database = memory();
  await database.connect(schema).insert(boxModel, { id: "1", label: "a" });
  const grown = defineModel("box", { ...boxModel.columns, code: text().optional().unique() });
  const db = database.connect(schemaOf(grown));
  expect(await db.find(grown, { id: "1" })).toEqual({ id: "1", label: "a", content: null, code: null });
  await db.update(grown, "1", { code: "x" });
  expect(isConflict(await db.insert(grown, { id: "2", label: "b", code: "x" }))).toBe(true);
});

it("a unique index over duplicate rows fails", async () => {
  const database = memory();
  const db = database.connect(schema);
  await db.insert(seatModel, { id: "1", row: 1 });
  await db.insert(seatModel, { id: "2", row: 1 });
  const strict = defineModel("seat", { id: text(), row: integer().unique(), taken: counter() });
  expect(() => database.connect(schemaOf(strict))).toThrow('Rows of "seat" are not unique by row.');
});

it("a reference to a missing model fails", () => {
  const lost = defineModel("lost", { id: text(), boxId: text().references(boxModel) });
  expect(() => memory().connect(schemaOf(lost))).toThrow('"lost.boxId" references "box", which is not a model.');
});

it("a model without an id fails", () => {
  expect(() => memory().connect(schemaOf(defineModel("bare", { name: text() })))).toThrow('no column "id"');
});

it("a model outside of the schema fails", async () => {
  const attacker = defineModel("attacker", { id: text() });
  await expect(open().find(attacker, { id: "1" })).rejects.toThrow("attacker");
});

it("a value of another type than its column's fails", async () => {
  const db = open();
  await expect(db.insert(seatModel, { id: "1", row: 1.5 })).rejects.toThrow('"seat.row" takes a value of kind integer');
  await expect(db.insert(seatModel, { id: "1", row: Number.NaN })).rejects.toThrow("kind integer");
  await expect(db.insert(boxModel, { id: "1", label: "a", content: () => 1 })).rejects.toThrow("takes a JSON value");
});

it("a JSON column cannot be compared with a value", async () => {
  await expect(open().find(boxModel, { content: { a: 1 } })).rejects.toThrow("cannot be compared");
});

it("an index of several columns finds rows by lists of values", async () => {
  const db = open();
  for (const [id, row] of [["1", 1] as const, ["2", 2] as const, ["3", 2] as const])
    await db.insert(seatModel, { id, row });
  await db.add(seatModel, "3", "taken", 1, {});
  const found = await db.list(seatModel, { row: 2, taken: 1 }, { orderBy: "id", limit: 9 });
  expect(found.map(({ id }) => id)).toEqual(["3"]);
  expect(await db.count(seatModel, { row: 2, taken: 0 }), "the row moved out of its old place").toBe(1);
});

it("a transaction that exceeds the lock timeout fails, and the next one runs", async () => {
  const db = memory({ maxWaitMilliseconds: 20 }).connect(schema);
  const outcome = await db.transaction(async () => {
    const inner = db.insert(boxModel, { id: "1", label: "a" });
    return inner.catch((error: unknown) => error);
  });
  expect(isStorageUnavailable(outcome)).toBe(true);
  expect(isConflict(await db.insert(boxModel, { id: "1", label: "a" }))).toBe(false);
});

it("reads do not wait for a transaction, and do not see it", async () => {
  const db = open();
  await db.insert(boxModel, { id: "1", label: "a" });
  await db.transaction(async (tx) => {
    await tx.update(boxModel, "1", { label: "b" });
    await tx.insert(boxModel, { id: "2", label: "c" });
    expect(await db.list(boxModel, {}, { orderBy: "id", limit: 9 })).toEqual([{ id: "1", label: "a", content: null }]);
    expect(await tx.find(boxModel, { label: "b" })).toEqual({ id: "1", label: "b", content: null });
    expect(await tx.find(boxModel, { label: "a" })).toBe(null);
  });
  expect(await db.count(boxModel, {})).toBe(2);
});

it("pauses come before and after each verb", async () => {
  let pauses = 0;
  const pause = async (): Promise<void> => {
    pauses += 1;
  };
  const db = memory({ pause }).connect(schema);
  await db.count(boxModel, {});
  expect(pauses).toBe(2);
  await db.transaction((tx) => tx.count(boxModel, {}));
  expect(pauses).toBe(4);
});

it("one-time rows cannot be listed, and table rows cannot be consumed", async () => {
  const db: Record<string, (...given: unknown[]) => Promise<unknown>> = { ...open() } as never;
  await expect(db.exists?.(oneTimeTokenModel, { id: "1" })).rejects.toThrow(
    "can only be inserted, found, consumed and removed",
  );
  await expect(db.update?.(oneTimeTokenModel, "1", { secret: "other" })).rejects.toThrow("can only be inserted");
  await expect(db.consume?.(boxModel, { id: "1" })).rejects.toThrow("not one-time rows");
});
