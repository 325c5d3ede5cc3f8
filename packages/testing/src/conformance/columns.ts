import { type Insert, type Row, userModel } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { addClub, addMember, addUser, type Bench, expectThrow, row, unique } from "./bench.js";
import { loose } from "./loose.js";
import { orderModel, specimenModel, userWithHandle } from "./models.js";

type Specimen = Row<typeof specimenModel>;
type Values = Partial<Insert<typeof specimenModel>>;

/** Writes a row and reads it again: the answer is the database's, not a copy of the adapter. */
async function keep({ db }: Bench, values: Values): Promise<Specimen> {
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

export function describeTextColumns(bench: Bench): void {
  describe("a text column", () => {
    it.each(Object.entries(texts))("gives back %s", async (_, body) => {
      expect((await keep(bench, { body })).body, "the text has changed").toBe(body);
    });

    it("accepts 255 characters if it is indexed", async () => {
      const mark = `${unique()}${"é".repeat(219)}`;
      await keep(bench, { mark });
      expect(await bench.db.count(specimenModel, { mark }), "a long indexed text was not found").toBe(1);
    });
  });

  describe("a boolean column", () => {
    it.each([true, false])("gives back %s as a boolean", async (isSmall) => {
      expect((await keep(bench, { isSmall, isRare: isSmall })).isSmall, "not the same boolean").toBe(isSmall);
    });
  });
}

const moments = [
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

export function describeDateColumns(bench: Bench): void {
  describe("a date column", () => {
    it.each(moments)("gives back %s to the millisecond", async (hookName) => {
      const { foundAt, lostAt } = await keep(bench, { foundAt: new Date(hookName), lostAt: new Date(hookName) });
      expect(foundAt, "a date was not read as a Date").toBeInstanceOf(Date);
      expect(foundAt.toISOString(), "the date has changed").toBe(hookName);
      expect(lostAt?.toISOString(), "the optional date has changed").toBe(hookName);
    });

    it.each(zones)("keeps the time when one process in %s writes it and another reads it", async (zone) => {
      const before = process.env.TZ;
      try {
        process.env.TZ = zone;
        const kept = await Promise.all(moments.map((hookName) => keep(bench, { foundAt: new Date(hookName) })));
        expect(
          kept.map(({ foundAt }) => foundAt.toISOString()),
          `a date changed in ${zone}`,
        ).toEqual(moments);

        process.env.TZ = "Australia/Lord_Howe";
        const again = await Promise.all(kept.map(({ id }) => bench.db.find(specimenModel, { id })));
        expect(
          again.map((found) => found?.foundAt.toISOString()),
          "a date moved with the zone",
        ).toEqual(moments);
      } finally {
        if (before === undefined) delete process.env.TZ;
        else process.env.TZ = before;
      }
    });

    it("is a copy: changing the given or the returned date does not change the row", async () => {
      const foundAt = new Date(1_000);
      const { id } = row(await bench.db.insert(specimenModel, { mark: unique(), foundAt }));
      foundAt.setTime(2_000);
      (await bench.db.find(specimenModel, { id }))?.foundAt.setTime(3_000);
      const kept = await bench.db.find(specimenModel, { id });
      expect(kept?.foundAt.getTime(), "the stored date follows a caller's object").toBe(1_000);
    });
  });
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

export function describeNumberColumns(bench: Bench): void {
  describe("an integer column", () => {
    it.each(integers)("gives back %d as a number", async (weight) => {
      const kept = await keep(bench, { weight, height: weight });
      expect(kept.weight, "the integer has changed").toBe(weight);
      expect(kept.height, "the optional integer has changed").toBe(weight);
    });
  });

  describe("a JSON column", () => {
    it.each(documents.map((document) => [JSON.stringify(document), document]))("gives back %s", async (_, document) => {
      const kept = await keep(bench, { document });
      expect(JSON.stringify(kept.document), "the JSON value has changed").toBe(JSON.stringify(document));
      expect(kept.document, "the JSON value has changed").toEqual(document);
    });

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

export function describeRows(bench: Bench): void {
  describe("a new row", () => {
    it("is answered as it is stored, with every column of the model", async () => {
      const inserted = row(await bench.db.insert(specimenModel, { mark: unique(), remark: "kept" }));
      const found = await bench.db.find(specimenModel, { id: inserted.id });
      expect(inserted, "`insert` answers another row than the stored one").toEqual(found);
      expect(Object.keys(inserted).sort(), "columns are missing").toEqual(Object.keys(specimenModel.columns).sort());
    });

    it("has null in every optional column that the insert omits", async () => {
      const { remark, isRare, lostAt, height, document, serial } = await keep(bench, { serial: undefined });
      expect([remark, isRare, lostAt, height, document, serial], "no value is null").toEqual(Array(6).fill(null));
    });

    it("accepts an explicit null in an optional column", async () => {
      const kept = await keep(bench, { remark: null, isRare: null, lostAt: null, height: null, document: null });
      expect([kept.remark, kept.isRare, kept.lostAt, kept.height, kept.document]).toEqual(Array(5).fill(null));
    });

    it("gets its defaults, its first state and zero in its counter", async () => {
      const club = await addClub(bench.db);
      const member = await addMember(bench.db, club);
      const { role, status, visits } = member;
      expect({ role, status, visits, seats: club.seats }, "a default is missing").toEqual({
        role: "member",
        status: "pending",
        visits: 0,
        seats: 0,
      });
      expect(member.id.length, "an id was not made").toBeGreaterThan(0);
    });

    it("keeps given values that are falsy instead of the defaults", async () => {
      const kept = await keep(bench, { body: "", isSmall: false, weight: 0, foundAt: new Date(0), document: 0 });
      expect([kept.body, kept.isSmall, kept.weight, kept.foundAt.getTime(), kept.document]).toEqual([
        "",
        false,
        0,
        0,
        0,
      ]);
    });

    it("keeps the id of the insert", async () => {
      const id = unique();
      expect((await keep(bench, { id })).id, "another id was stored").toBe(id);
    });
  });
}

export function describeRejectedRows(bench: Bench): void {
  describe("a row that does not fit its model", () => {
    const refused: [string, object][] = [
      ["without a required column", { limit: 1, from: new Date(), primary: true }],
      ["with null in a required column", { group: null, limit: 1, from: new Date(), primary: true }],
      ["with a column that the model does not have", { group: "a", limit: 1, from: new Date(), primary: true, no: 1 }],
    ];
    it.each(refused)("is refused: %s", async (name, values) => {
      await expectThrow(`a row ${name} was accepted`, () => loose(bench.db).insert(orderModel, values));
    });
  });

  describe("names that are words of SQL", () => {
    it("work in every verb", async () => {
      const group = unique();
      const given = { group, limit: 3, from: new Date(5), primary: true };
      const { id } = row(await bench.db.insert(orderModel, given));
      row(await bench.db.update(orderModel, id, { select: "all" }));
      const options = { orderBy: "from", limit: 5 } as const;
      expect(await bench.db.list(orderModel, { group, primary: true }, options)).toEqual([
        { ...given, id, select: "all" },
      ]);
      expect(await bench.db.remove(orderModel, { group })).toBe(1);
    });
  });

  describe("a column that a plugin adds", () => {
    it("is written, found and answered like any other", async () => {
      const handle = unique();
      const user = await addUser(bench.db, handle);
      const found = await bench.db.find(userWithHandle, { handle });
      expect(found, "a row was not found by a plugin's column").toEqual(user);
    });

    it("is kept in rows that are written through the core's own model", async () => {
      const user = await addUser(bench.db, unique());
      row(await bench.db.update(userModel, user.id, { name: "New" }));
      expect(await bench.db.find(userWithHandle, { id: user.id })).toEqual({ ...user, name: "New" });
    });
  });
}
