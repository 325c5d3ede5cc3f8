import type { Insert, Row } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { type Bench, row, unique } from "./bench.js";
import { specimenModel } from "./models.js";

type Specimen = Row<typeof specimenModel>;
type Values = Partial<Insert<typeof specimenModel>>;

/** Writes a row and reads it again: the answer is the database's, not a copy of the adapter. */
export async function keepSpecimen({ db }: Bench, values: Values): Promise<Specimen> {
  const { id } = row(await db.insert(specimenModel, { mark: unique(), ...values }));
  const kept = await db.find(specimenModel, { id });
  if (!kept) throw new Error("A row that was just inserted was not found by its id.");
  return kept;
}

const texts = {
  "an empty text": "",
  "spaces at both ends": "  a  ",
  "quotes of every kind": `'single' "double" \`back\` ''`,
  "a backslash at the end": "C:\\temp\\",
  "placeholders and wildcards": "? ?? $1 :name %_% {{x}}",
  "a comment that would end a statement": "'; DROP TABLE specimen; -- /* */",
  "line ends and a tab": "a\r\nb\nc\td",
  "emoji and letters beyond the first plane": "👩‍👩‍👧‍👦 🍣 𝒳 𠜎",
  "right to left and combined letters": "שלום é e\u0301 ﷽ \u202e",
  "text in the form of a date": "2024-02-30T25:61:00Z",
  "text in the form of a number": "007",
  "text in the form of JSON": '{"a":null}',
  "10,000 characters": "Grüße 🍣 ".repeat(1250).slice(0, 10_000),
};

export function describeTextValues(bench: Bench): void {
  describe("a text column", () => {
    it("gives back every text", async () => {
      const kept: Record<string, string> = {};
      for (const [name, body] of Object.entries(texts)) kept[name] = (await keepSpecimen(bench, { body })).body;
      expect(kept, "a text has changed").toEqual(texts);
    });
  });

  describe("a boolean column", () => {
    it("gives back true and false as booleans", async () => {
      for (const isSmall of [true, false]) {
        const kept = await keepSpecimen(bench, { isSmall, isRare: isSmall });
        expect([kept.isSmall, kept.isRare], "not the same boolean").toEqual([isSmall, isSmall]);
      }
    });
  });
}

const times = [
  "1900-01-01T00:00:00.000Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00.000Z",
  "1970-01-01T00:00:00.001Z",
  "2024-02-29T12:00:00.123Z",
  "2024-03-31T01:30:00.500Z",
  "2024-11-03T06:30:00.070Z",
  "2038-01-19T03:14:08.000Z",
  "9999-12-31T23:59:59.999Z",
];

const zones = ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati"];

export function describeDateValues(bench: Bench): void {
  describe("a date column", () => {
    it("gives back every time to the millisecond", async () => {
      for (const time of times) {
        const { foundAt, lostAt } = await keepSpecimen(bench, { foundAt: new Date(time), lostAt: new Date(time) });
        expect(foundAt, "a date was not read as a Date").toBeInstanceOf(Date);
        expect(foundAt.toISOString(), "the date has changed").toBe(time);
        expect(lostAt?.toISOString(), "the optional date has changed").toBe(time);
      }
    });

    it("keeps the time when one process in its time zone writes it and another process reads it", async () => {
      const before = process.env.TZ;
      try {
        for (const zone of zones) await expectTimes(bench, zone);
      } finally {
        if (before === undefined) delete process.env.TZ;
        else process.env.TZ = before;
      }
    });
  });
}

/** Writes the times in a time zone, and reads them there and in another zone. */
async function expectTimes(bench: Bench, zone: string): Promise<void> {
  process.env.TZ = zone;
  const kept = await Promise.all(times.map((time) => keepSpecimen(bench, { foundAt: new Date(time) })));
  const written = kept.map(({ foundAt }) => foundAt.toISOString());
  expect(written, `a date changed in ${zone}`).toEqual(times);

  process.env.TZ = "Australia/Lord_Howe";
  const again = await Promise.all(kept.map(({ id }) => bench.db.find(specimenModel, { id })));
  const read = again.map((found) => found?.foundAt.toISOString());
  expect(read, `a date of ${zone} moved with the zone of the reader`).toEqual(times);
}

const integers = [0, 1, -1, 2_147_483_647, -2_147_483_648, 2_147_483_648, 1_900_000_000_000, Number.MAX_SAFE_INTEGER];

const documents: readonly unknown[] = [
  {},
  [],
  [null],
  "text",
  "",
  "null",
  0,
  -1.5,
  false,
  { a: { b: [1, "2", null, { c: true }] }, "": "empty key", "🍣": "'quoted' \\ \u0001" },
  JSON.parse('{"__proto__":{"x":1},"constructor":2}'),
];

export function describeNumberValues(bench: Bench): void {
  describe("an integer column", () => {
    it("gives back every safe integer as a number", async () => {
      for (const weight of integers) {
        const kept = await keepSpecimen(bench, { weight, height: weight });
        expect([kept.weight, kept.height], "an integer has changed").toEqual([weight, weight]);
      }
    });
  });

  describe("a JSON column", () => {
    it("gives back every JSON value", async () => {
      for (const document of documents) {
        const kept = await keepSpecimen(bench, { document });
        expect(JSON.stringify(kept.document), "the JSON value has changed").toBe(JSON.stringify(document));
        expect(kept.document, "the JSON value has changed").toEqual(document);
      }
    });
  });
}

/** Rules of values that hold with every driver. */
export function describeValueRules(bench: Bench): void {
  describe("a text column", () => {
    it("accepts 255 characters if it is indexed", async () => {
      const mark = `${unique()}${"é".repeat(219)}`;
      await keepSpecimen(bench, { mark });
      expect(await bench.db.count(specimenModel, { mark }), "a long indexed text was not found").toBe(1);
    });
  });

  describe("a date column", () => {
    it("is a copy: changing the given or the returned date does not change the row", async () => {
      const foundAt = new Date(1_000);
      const { id } = row(await bench.db.insert(specimenModel, { mark: unique(), foundAt }));
      foundAt.setTime(2_000);
      (await bench.db.find(specimenModel, { id }))?.foundAt.setTime(3_000);
      const kept = await bench.db.find(specimenModel, { id });
      expect(kept?.foundAt.getTime(), "the stored date follows a caller's object").toBe(1_000);
    });
  });

  describe("a JSON column", () => {
    it("is a copy: changing the given or the returned value does not change the row", async () => {
      const document = { list: [1] };
      const { id } = row(await bench.db.insert(specimenModel, { mark: unique(), document }));
      document.list.push(2);
      expect((await bench.db.find(specimenModel, { id }))?.document, "the stored value follows a caller's").toEqual({
        list: [1],
      });
    });
  });
}
