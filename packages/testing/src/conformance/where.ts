import { after, before, isIn } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { type Bench, expectThrow, row, settle, unique } from "./bench.js";
import { loose } from "./loose.js";
import { clubModel, specimenModel, voucherModel } from "./models.js";

/** Texts that some collations treat as equal. */
const lookalikes: readonly (readonly [string, string, string])[] = [
  ["upper and lower case", "Token", "token"],
  ["a trailing space", "token ", "token"],
  ["a leading space", " token", "token"],
  ["a trailing tab", "token\t", "token"],
  ["an accent", "tokén", "token"],
  ["two encodings of one accent", "toke\u0301n", "tok\u00e9n"],
  ["two emoji", "token🍣", "token🍺"],
  ["sharp s", "straße", "strasse"],
  ["an invisible character", "token\u200b", "token"],
  ["a number's two forms", "1e3", "1000"],
];

export function describeTextEquality(bench: Bench): void {
  describe("equality of texts", () => {
    it.each(lookalikes)("distinguishes texts that differ by %s", async (_, one, other) => {
      const { db } = bench;
      const prefix = unique();
      row(await db.insert(specimenModel, { mark: prefix + one, body: one }));
      const voucher = { identifier: prefix + one, value: "", expiresAt: new Date(0) };
      row(await db.insert(voucherModel, voucher));

      expect(await db.exists(specimenModel, { mark: prefix + other }), "a wrong text was found").toBe(false);
      const inBody = { mark: prefix + one, body: other };
      expect(await db.exists(specimenModel, inBody), "a wrong text was found without an index").toBe(false);
      expect(await db.exists(specimenModel, { mark: isIn([prefix + other]) }), "isIn found a wrong text").toBe(false);
      expect(await db.consume(voucherModel, { identifier: prefix + other }), "a wrong secret was accepted").toBe(null);
      expect(await db.exists(specimenModel, { mark: prefix + one }), "the text itself was not found").toBe(true);
      expect(await db.consume(voucherModel, { identifier: prefix + one }), "the secret was not found").not.toBe(null);
    });

    it.each(lookalikes)("lets texts be unique that differ by %s", async (_, one, other) => {
      const prefix = unique();
      row(await bench.db.insert(specimenModel, { mark: "", serial: prefix + one }));
      row(await bench.db.insert(specimenModel, { mark: "", serial: prefix + other }));
    });

    const shapes: [string, unknown][] = [
      ["a number", 0],
      ["a boolean", true],
      ["an object", { $ne: null }],
      ["an object with the column's name", { mark: 1 }],
      ["a list", [""]],
      ["an operator that does not exist", { operator: "in", operand: [] }],
    ];
    it.each(shapes)("never finds a row by %s", async (_, value) => {
      row(await bench.db.insert(specimenModel, { mark: unique() }));
      const found = await settle(() => loose(bench.db).find(specimenModel, { mark: value }));
      expect(found.isRejected || found.answer === null, "a value of another type matched a text").toBe(true);
      const taken = await settle(() => loose(bench.db).consume(voucherModel, { identifier: value }));
      expect(taken.isRejected || taken.answer === null, "a value of another type took a secret").toBe(true);
    });
  });
}

export function describeEqualValues(bench: Bench): void {
  describe("equality", () => {
    it("compares booleans, dates and integers", async () => {
      const mark = unique();
      const values = { mark, isSmall: true, foundAt: new Date(1_234), weight: 7 };
      row(await bench.db.insert(specimenModel, values));
      row(await bench.db.insert(specimenModel, { mark }));
      expect(await bench.db.count(specimenModel, { mark, isSmall: true }), "by boolean").toBe(1);
      expect(await bench.db.count(specimenModel, { mark, isSmall: false }), "by boolean").toBe(1);
      expect(await bench.db.count(specimenModel, { mark, foundAt: new Date(1_234) }), "by date").toBe(1);
      expect(await bench.db.count(specimenModel, { mark, foundAt: new Date(1_233) }), "by date").toBe(0);
      expect(await bench.db.count(specimenModel, { mark, weight: 7 }), "by integer").toBe(1);
    });

    it("compares quotes and wildcards literally", async () => {
      const mark = unique();
      row(await bench.db.insert(specimenModel, { mark, body: "plain" }));
      for (const body of ["%", "_____", "' OR '1'='1", '" OR 1=1 --', "plain'--", "\\"]) {
        expect(await bench.db.exists(specimenModel, { mark, body }), `${body} was not compared literally`).toBe(false);
      }
    });
  });

  describe("isIn", () => {
    it("accepts a thousand values", async () => {
      const mark = unique();
      row(await bench.db.insert(specimenModel, { mark, weight: 999 }));
      const weights = Array.from({ length: 1000 }, (_, index) => index);
      expect(await bench.db.count(specimenModel, { mark, weight: isIn(weights) })).toBe(1);
    });
  });
}

export function describeEquality(bench: Bench): void {
  describe("equality", () => {
    it("with null finds the rows without a value", async () => {
      const mark = unique();
      row(await bench.db.insert(specimenModel, { mark, remark: "" }));
      const without = row(await bench.db.insert(specimenModel, { mark }));
      const found = await bench.db.list(specimenModel, { mark, remark: null }, { orderBy: "id", limit: 5 });
      expect(
        found.map(({ id }) => id),
        "null must match missing values only",
      ).toEqual([without.id]);
    });

    it("combines all conditions", async () => {
      const mark = unique();
      row(await bench.db.insert(specimenModel, { mark, weight: 1, body: "a" }));
      row(await bench.db.insert(specimenModel, { mark, weight: 1, body: "b" }));
      expect(await bench.db.count(specimenModel, { mark, weight: 1, body: "b" }), "conditions are not joined").toBe(1);
      expect(await bench.db.count(specimenModel, { mark, weight: 2, body: "b" }), "conditions are not joined").toBe(0);
    });
  });
}

export function describeOperators(bench: Bench): void {
  describe("isIn", () => {
    it("finds each row once that has one of the values", async () => {
      const mark = unique();
      for (const weight of [1, 2, 3]) row(await bench.db.insert(specimenModel, { mark, weight }));
      const where = { mark, weight: isIn([3, 1, 3, 9]) };
      const found = await bench.db.list(specimenModel, where, { orderBy: "weight", limit: 9 });
      expect(found.map(({ weight }) => weight)).toEqual([1, 3]);
    });

    it("compares texts, dates and ids", async () => {
      const mark = unique();
      const { id } = row(await bench.db.insert(specimenModel, { mark, foundAt: new Date(10) }));
      row(await bench.db.insert(specimenModel, { mark, foundAt: new Date(20) }));
      expect(await bench.db.count(specimenModel, { mark: isIn([mark, unique()]) }), "texts").toBe(2);
      expect(await bench.db.count(specimenModel, { mark, foundAt: isIn([new Date(20)]) }), "dates").toBe(1);
      expect(await bench.db.count(specimenModel, { id: isIn([id, id, unique()]) }), "ids").toBe(1);
    });

    it("with an empty list matches no row, in any verb", async () => {
      const mark = unique();
      row(await bench.db.insert(specimenModel, { mark }));
      const nothing = { id: isIn<string>([]) };
      expect(await bench.db.find(specimenModel, { mark, ...nothing }), "find").toBe(null);
      expect(await bench.db.list(specimenModel, { mark, ...nothing }, { orderBy: "id", limit: 1 }), "list").toEqual([]);
      expect(await bench.db.count(specimenModel, nothing), "count").toBe(0);
      expect(await bench.db.exists(specimenModel, nothing), "exists").toBe(false);
      expect(await bench.db.remove(specimenModel, nothing), "remove took rows away").toBe(0);
      expect(await bench.db.count(specimenModel, { mark })).toBe(1);
    });
  });
}

export function describeOrderOperators(bench: Bench): void {
  describe("before and after", () => {
    it("are strict, and pass over rows without a value", async () => {
      const mark = unique();
      const [early, late] = [new Date(1_000), new Date(1_001)];
      row(await bench.db.insert(specimenModel, { mark, lostAt: early, height: 1 }));
      row(await bench.db.insert(specimenModel, { mark, lostAt: late, height: 2 }));
      row(await bench.db.insert(specimenModel, { mark }));
      expect(await bench.db.count(specimenModel, { mark, lostAt: before(late) }), "before a date").toBe(1);
      expect(await bench.db.count(specimenModel, { mark, lostAt: after(early) }), "after a date").toBe(1);
      expect(await bench.db.count(specimenModel, { mark, lostAt: after(late) }), "after the last").toBe(0);
      expect(await bench.db.count(specimenModel, { mark, height: before(2) }), "before a number").toBe(1);
      expect(await bench.db.count(specimenModel, { mark, height: after(0) }), "after a number").toBe(2);
    });

    it("compare times, not their text", async () => {
      const mark = unique();
      row(await bench.db.insert(specimenModel, { mark, foundAt: new Date("1969-12-31T23:59:59.999Z") }));
      row(await bench.db.insert(specimenModel, { mark, foundAt: new Date("2024-10-27T00:30:00.000Z") }));
      expect(await bench.db.count(specimenModel, { mark, foundAt: before(new Date(0)) })).toBe(1);
      expect(await bench.db.count(specimenModel, { mark, foundAt: after(new Date("2024-10-27T00:29:59.999Z")) })).toBe(
        1,
      );
    });
  });
}

export function describeRejectedConditions(bench: Bench): void {
  const refuse = (name: string, where: object): void => {
    it(`${name} fails in every verb`, async () => {
      const db = loose(bench.db);
      const said = (verb: string): string => `${verb} accepted ${name}`;
      await expectThrow(said("find"), () => db.find(clubModel, where));
      await expectThrow(said("list"), () => db.list(clubModel, where, { orderBy: "id", limit: 1 }));
      await expectThrow(said("count"), () => db.count(clubModel, where));
      await expectThrow(said("exists"), () => db.exists(clubModel, where));
      await expectThrow(said("remove"), () => db.remove(clubModel, where));
      await expectThrow(said("consume"), () => db.consume(voucherModel, where));
    });
  };

  describe("a condition", () => {
    refuse("an undefined value", { id: undefined });
    refuse("an undefined value beside a valid one", { id: "x", slug: undefined });
    refuse("an unknown column", { nothing: "x" });
    refuse("a column named like a member of every object", { constructor: "x" });
    refuse("a column named __proto__", JSON.parse('{"__proto__":"x"}'));

    it("that is empty never removes or takes", async () => {
      await expectThrow("remove accepted an empty where", () => bench.db.remove(clubModel, {}));
      await expectThrow("take accepted an empty where", () => bench.db.consume(voucherModel, {}));
    });

    it("that is empty lets list and count see every row", async () => {
      row(await bench.db.insert(clubModel, { name: "Any", slug: unique() }));
      expect(await bench.db.count(clubModel, {})).toBeGreaterThan(0);
      expect(await bench.db.list(clubModel, {}, { orderBy: "id", limit: 1 })).toHaveLength(1);
    });
  });
}
