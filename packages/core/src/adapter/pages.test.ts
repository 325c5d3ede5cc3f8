import { memory } from "@keyhold/adapter-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { text } from "../model/column.js";
import { defineModel, type Row } from "../model/model.js";
import { mergeSchema } from "../model/schema.js";
import type { Adapter } from "./adapter.js";
import { isConflict } from "./conflict.js";
import { pagesOf } from "./pages.js";

const shopModel = defineModel("shop", { id: text(), name: text() });
const shelfModel = defineModel("shelf", { id: text(), shopId: text().references(shopModel) });
const { schema } = mergeSchema([{ from: "test", models: [shopModel, shelfModel], extends: {} }]);

let db: Adapter;

beforeEach(async () => {
  db = memory().connect(schema);
  for (const name of ["kept", "other"]) await db.insert(shopModel, { id: name, name });
});

async function stock(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await db.insert(shelfModel, { id: `shelf ${made}`, shopId: "kept" });
  await db.insert(shelfModel, { id: "a shelf of others", shopId: "other" });
}

async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<(readonly T[])[]> {
  const read: (readonly T[])[] = [];
  for await (const page of pages) read.push(page);
  return read;
}
const idsOf = (pages: readonly (readonly Row<typeof shelfModel>[])[]): string[][] =>
  pages.map((page) => page.map(({ id }) => id));

describe("the pages of a list", () => {
  test.each([
    [0, []],
    [1, [["shelf 0"]]],
    [2, [["shelf 0", "shelf 1"]]],
    [3, [["shelf 0", "shelf 1"], ["shelf 2"]]],
  ])("of %i rows are these: every matching row once, and no page is empty", async (count, pages) => {
    await stock(count);
    expect(idsOf(await all(pagesOf(db, shelfModel, { shopId: "kept" }, { pageLength: 2 })))).toEqual(pages);
  });

  test("contain each row with its referenced row, if that is requested", async () => {
    await stock(3);
    const pages = await all(pagesOf(db, shelfModel, { shopId: "kept" }, { with: shopModel, pageLength: 2 }));
    expect(pages.flat().map(({ shop }) => shop.name)).toEqual(["kept", "kept", "kept"]);
  });

  test("are read in separate turns of the event loop, so that timers and I/O run between them", async () => {
    await stock(5);
    const turns: number[] = [];
    let turn = 0;
    for await (const _ of pagesOf(db, shelfModel, { shopId: "kept" }, { pageLength: 2 })) {
      turns.push(turn);
      setTimeout(() => {
        turn += 1;
      }, 0);
    }
    expect(turns).toEqual([0, 1, 2]);
  });

  test("miss no row if earlier rows are changed so that they no longer match", async () => {
    await stock(5);
    const seen: string[] = [];
    for await (const shelves of pagesOf(db, shelfModel, { shopId: "kept" }, { pageLength: 2 })) {
      for (const { id } of shelves) {
        seen.push(id);
        if (isConflict(await db.update(shelfModel, id, { shopId: "other" })))
          throw new Error("No column is unique here.");
      }
    }
    expect(seen).toEqual(["shelf 0", "shelf 1", "shelf 2", "shelf 3", "shelf 4"]);
  });
});
