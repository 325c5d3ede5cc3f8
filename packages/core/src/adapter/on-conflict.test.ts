import { memory } from "@keyhold/adapter-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { decided } from "../../../../tests/harness/decided.ts";
import type { TxContext } from "../contract/context.js";
import { coreErrors } from "../contract/errors.js";
import { coreModels, userModel } from "../model/models.js";
import { mergeSchema } from "../model/schema.js";
import type { Adapter } from "./adapter.js";
import { Conflict } from "./conflict.js";

const at = new Date(0);
const ann = { name: "Ann", email: "ann@example.com", createdAt: at, updatedAt: at };
const onConflict = coreErrors.USER_ALREADY_EXISTS;
let port: Adapter;

beforeEach(() => {
  port = memory().connect(mergeSchema([{ from: "core", models: coreModels, extends: {} }]).schema);
});

/** An untyped verb, as in JavaScript. */
const untyped = (verb: "insert" | "update") => Reflect.get(decided(port), verb) as (...given: unknown[]) => unknown;

describe("a conflict", () => {
  test("fails with the given error, and no row is written", async () => {
    await port.insert(userModel, ann);
    const insert = Reflect.apply(untyped("insert"), null, [userModel, ann, { onConflict }]);
    await expect(insert).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
    expect(await port.count(userModel, {})).toBe(1);
  });

  test("is given to a handler, and its answer is the result", async () => {
    await port.insert(userModel, ann);
    const answer = await decided(port).insert(userModel, ann, { onConflict: (conflict) => conflict });
    expect(answer).toEqual(new Conflict("user", "email"));
  });
});

describe("several rows", () => {
  const rows = [ann, { ...ann, email: "bea@example.com" }];
  /** The verbs of a transaction, with or without `insertMany`. */
  const inTransaction = <T>(
    hasVerb: boolean,
    work: (db: TxContext<"USER_ALREADY_EXISTS">["db"]) => Promise<T>,
  ): Promise<T> =>
    port.transaction((tx) => {
      const { insertMany: _, ...without } = tx;
      return work(decided(hasVerb ? tx : without));
    });

  test.each([true, false])("are inserted, also without the verb of the adapter (with it: %j)", async (hasVerb) => {
    const inserted = await inTransaction(hasVerb, (db) => db.insertMany(userModel, rows, { onConflict }));
    expect(inserted).toMatchObject(rows);
    expect(await port.count(userModel, {})).toBe(2);
    const again = inTransaction(hasVerb, (db) => db.insertMany(userModel, rows, { onConflict }));
    await expect(again).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
  });

  test("need a decision", async () => {
    const insert = inTransaction(true, (db) => Reflect.apply(Reflect.get(db, "insertMany"), null, [userModel, rows]));
    await expect(insert).rejects.toThrow('ctx.db.insertMany of "user" needs a decision');
  });
});

describe("a missing decision throws before the write", () => {
  test("of an insert", async () => {
    expect(() => untyped("insert")(userModel, ann)).toThrow('ctx.db.insert of "user" needs a decision');
    expect(await port.count(userModel, {})).toBe(0);
  });

  test("of an update of a unique column, and of no other column", async () => {
    await port.insert(userModel, { ...ann, id: "1" });
    expect(() => untyped("update")(userModel, "1", { email: "b@example.com" })).toThrow("onConflict");
    expect(await decided(port).update(userModel, "1", { name: "Bea" })).toMatchObject({
      name: "Bea",
      email: ann.email,
    });
  });
});
