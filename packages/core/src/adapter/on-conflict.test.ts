import { memory } from "@keyhold/adapter-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { decided } from "../../../../tests/harness/decided.ts";
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

/** A verb without its types, as JavaScript calls it. */
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
