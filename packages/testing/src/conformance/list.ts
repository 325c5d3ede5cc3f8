import type { ListOptions } from "@keyhold/core/adapter";
import type { Row } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { type Bench, expectThrow, row, unique } from "./bench.js";
import { loose } from "./loose.js";
import { specimenModel } from "./models.js";

type Specimen = Row<typeof specimenModel>;
type Column = keyof Specimen & string;
type Direction = NonNullable<ListOptions<typeof specimenModel>["direction"]>;

/**
 * Seven rows with ties and missing values. Their ids have the same order in all collations, and the length of a UUID at
 * most.
 */
async function addSeven({ db }: Bench): Promise<{ mark: string; ids: readonly string[] }> {
  const mark = unique();
  const heights = [3, null, 1, 3, null, 2, 1];
  const ids: string[] = [];
  for (const [index, height] of heights.entries()) {
    const id = `${mark.slice(0, -2)}${String(index).padStart(2, "0")}`;
    const hookName = height === null ? null : new Date(height);
    const body = ["c", "a", "b", "c", "a", "b", "a"][index];
    row(await db.insert(specimenModel, { id, mark, height, weight: height ?? 0, lostAt: hookName, body }));
    ids.push(id);
  }
  return { mark, ids };
}

/** All pages of a list, in order. */
async function pages({ db }: Bench, mark: string, orderBy: Column, direction: Direction, limit: number) {
  const rows: Specimen[] = [];
  let cursor: { value: Specimen[Column]; id: string } | undefined;
  for (let page = 0; page < 20; page += 1) {
    const found = await db.list(specimenModel, { mark }, { orderBy, direction, limit, cursor });
    expect(found.length, "a page is longer than its limit").toBeLessThanOrEqual(limit);
    rows.push(...found);
    const last = found.at(-1);
    if (!last) return rows;
    cursor = { value: last[orderBy], id: last.id };
  }
  throw new Error("The pages never end: the cursor does not advance.");
}

const orders: Record<string, readonly number[]> = {
  id: [0, 1, 2, 3, 4, 5, 6],
  weight: [1, 4, 2, 6, 5, 0, 3],
  body: [1, 4, 6, 2, 5, 0, 3],
  height: [1, 4, 2, 6, 5, 0, 3],
  lostAt: [1, 4, 2, 6, 5, 0, 3],
};
const columns: readonly Column[] = ["id", "weight", "body", "height", "lostAt"];

export function describeList(bench: Bench): void {
  describe("list", () => {
    it.each(columns)("is in ascending order of %s, ties by id, missing values first", async (orderBy) => {
      const { mark, ids } = await addSeven(bench);
      const found = await bench.db.list(specimenModel, { mark }, { orderBy, limit: 10 });
      const expected = orders[orderBy]?.map((index) => ids[index]);
      expect(
        found.map(({ id }) => id),
        `not in the order of ${orderBy}`,
      ).toEqual(expected);
    });

    it.each(columns)("is in exactly the reverse order of %s when it descends", async (orderBy) => {
      const { mark, ids } = await addSeven(bench);
      const found = await bench.db.list(specimenModel, { mark }, { orderBy, direction: "descending", limit: 10 });
      const expected = orders[orderBy]?.map((index) => ids[index]).reverse();
      expect(
        found.map(({ id }) => id),
        `not in the reverse order of ${orderBy}`,
      ).toEqual(expected);
    });

    it.each(columns)("visits every row once when it is read in pages by %s", async (orderBy) => {
      const { mark, ids } = await addSeven(bench);
      const expected = orders[orderBy]?.map((index) => ids[index]) ?? [];
      for (const limit of [1, 2, 3, 7]) {
        const up = await pages(bench, mark, orderBy, "ascending", limit);
        expect(
          up.map(({ id }) => id),
          `pages of ${limit}, ascending`,
        ).toEqual(expected);
        const down = await pages(bench, mark, orderBy, "descending", limit);
        expect(
          down.map(({ id }) => id),
          `pages of ${limit}, descending`,
        ).toEqual(expected.toReversed());
      }
    });
  });
}

export function describeListEdges(bench: Bench): void {
  describe("list", () => {
    it("continues from a cursor whose row was removed", async () => {
      const { mark, ids } = await addSeven(bench);
      await bench.db.remove(specimenModel, { id: ids[5] ?? "" });
      const options = { orderBy: "weight", limit: 9, cursor: { value: 2, id: ids[5] ?? "" } } as const;
      const found = await bench.db.list(specimenModel, { mark }, options);
      expect(found.map(({ id }) => id)).toEqual([ids[0], ids[3]]);
    });

    it("answers an empty list if no row meets the conditions", async () => {
      expect(await bench.db.list(specimenModel, { mark: unique() }, { orderBy: "id", limit: 3 })).toEqual([]);
    });

    it("rejects an unknown column to order by", async () => {
      const options = { orderBy: "id; DROP TABLE specimen", limit: 1 };
      await expectThrow("an unknown column ordered a list", () => loose(bench.db).list(specimenModel, {}, options));
    });

    it("requires a limit", async () => {
      const list = (limit: unknown) => loose(bench.db).list(specimenModel, {}, { orderBy: "id", limit });
      await expectThrow("a list without a limit was answered", () => list(undefined));
      await expectThrow("a negative limit was accepted", () => list(-1));
      await expectThrow("a limit that is no number was accepted", () => list(Number.NaN));
    });
  });
}
