import { memory } from "@keyhold/adapter-memory";
import { expect, test } from "vitest";
import { text } from "../model/column.js";
import { defineModel } from "../model/model.js";
import { mergeSchema } from "../model/schema.js";
import { lockAll } from "./lock-all.js";

const shopModel = defineModel("shop", { id: text() });
const { schema } = mergeSchema([{ from: "test", models: [shopModel], extends: {} }]);

test("rows are locked once each, in ascending order of id, and missing ones are omitted", async () => {
  const db = memory().connect(schema);
  for (const id of ["b", "a", "c"]) await db.insert(shopModel, { id });
  const asked: string[] = [];
  const locked = await db.transaction((tx) =>
    lockAll(
      {
        lock(model, id) {
          asked.push(id);
          return tx.lock(model, id);
        },
      },
      shopModel,
      ["c", "a", "gone", "c", "b"],
    ),
  );
  expect(asked).toEqual(["a", "b", "c", "gone"]);
  expect([...locked.keys()]).toEqual(["a", "b", "c"]);
});
