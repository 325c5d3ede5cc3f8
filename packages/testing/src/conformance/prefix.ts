import { isIn, type Row, startsWith } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { type Bench, expectThrow, row, unique } from "./bench.js";
import { loose } from "./loose.js";
import { bookModel, orderModel, specimenModel } from "./models.js";

type Book = Row<typeof bookModel>;
type Searched = "code" | "title" | "subtitle";

const searched: readonly Searched[] = ["code", "title", "subtitle"];

async function addBooks({ db }: Bench, texts: readonly string[]): Promise<string> {
  const shelf = unique();
  for (const title of texts) {
    row(await db.insert(bookModel, { shelf, code: `${shelf} ${title}`, title, subtitle: title }));
  }
  return shelf;
}

/** The titles of a shelf that begin with a prefix, in order. */
async function titles({ db }: Bench, shelf: string, prefix: string): Promise<readonly string[]> {
  const options = { orderBy: "title", limit: 99 } as const;
  const found = await db.list(bookModel, { shelf, title: startsWith(prefix) }, options);
  return found.map(({ title }) => title);
}

/** Texts that a pattern, a collation or a wrong end of the range would add or lose: [prefix, found, not found]. */
const cases: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  [
    "the text itself and longer ones",
    "ab",
    ["ab", "ab ", "ab\t", "abc", "ab\uffff", "ab\u{10ffff}z"],
    ["a", "aa", "ac", "b", "", " ab"],
  ],
  ["case", "An", ["An", "Ann"], ["an", "AN", "aNn"]],
  ["accents", "é", ["é", "éa"], ["e", "e\u0301", "É", "ê"]],
  ["a trailing space", "ab ", ["ab ", "ab  c"], ["ab", "abc", "ab\t"]],
  ["a percent sign", "5%", ["5%", "5% off"], ["5", "50", "55%"]],
  ["an underscore", "a_b", ["a_b", "a_bc"], ["aab", "a b", "a|_b"]],
  ["a bar", "a|", ["a|", "a|%"], ["a", "a\\|", "a%"]],
  ["an asterisk", "a*", ["a*", "a*b"], ["a", "ab", "ab*"]],
  ["a question mark", "a?", ["a?", "a?b"], ["a", "ab"]],
  ["brackets", "[ab]", ["[ab]", "[ab]c"], ["a", "ab", "[", "[a"]],
  ["a backslash", "a\\", ["a\\", "a\\%"], ["a", "a%", "a/"]],
  ["a caret and a bang", "^a!", ["^a!", "^a!b"], ["a!", "^a", "^b!"]],
  ["a quote", "o'", ["o'", "o'neill"], ["o", 'o"']],
  ["an emoji", "🍣", ["🍣", "🍣a", "🍣🍺"], ["🍺", "🍤", "a🍣"]],
  ["the last character before the surrogates", "\ud7ff", ["\ud7ff", "\ud7ffa"], ["\ue000", "\ud7fe"]],
  ["the last character of all", "a\u{10ffff}", ["a\u{10ffff}", "a\u{10ffff}b"], ["a", "b", "a\u{10fffe}"]],
  ["only the last character", "\u{10ffff}", ["\u{10ffff}", "\u{10ffff}\u{10ffff}"], ["a", "\u{10fffe}"]],
  ["the sharp s", "stra\u00df", ["straße"], ["strasse", "strass"]],
  ["the Turkish i", "I", ["I", "Ia"], ["i", "ı", "İ"]],
];

export function describePrefix(bench: Bench): void {
  describe("startsWith", () => {
    it.each(cases)("is exact: %s", async (_, prefix, found, others) => {
      const shelf = await addBooks(bench, [...found, ...others]);
      expect(
        (await titles(bench, shelf, prefix)).toSorted(),
        "the result is not exactly the texts with the prefix",
      ).toEqual(found.toSorted());
    });

    it("passes over rows without a value", async () => {
      const shelf = unique();
      row(await bench.db.insert(bookModel, { shelf, code: unique(), title: "a" }));
      row(await bench.db.insert(bookModel, { shelf, code: unique(), title: "b", subtitle: "ab" }));
      expect(await bench.db.count(bookModel, { shelf, subtitle: startsWith("a") })).toBe(1);
    });

    it("combines with other conditions, in every verb with conditions", async () => {
      const { db } = bench;
      const shelf = await addBooks(bench, ["ab", "ac", "b"]);
      const where = { shelf, title: startsWith("a") };
      expect(await db.count(bookModel, where)).toBe(2);
      expect(await db.exists(bookModel, { ...where, code: isIn([`${shelf} b`]) })).toBe(false);
      expect(await db.find(bookModel, { ...where, subtitle: "ac" })).toMatchObject({ title: "ac" });
      expect(await db.count(bookModel, { shelf, title: startsWith("a"), code: startsWith(`${shelf} ac`) })).toBe(1);
      expect(await db.remove(bookModel, where)).toBe(2);
      expect(await titles(bench, shelf, "b")).toEqual(["b"]);
    });

    it("finds texts of columns without a search index, too", async () => {
      const mark = unique();
      row(await bench.db.insert(specimenModel, { mark, body: "Abc%d" }));
      row(await bench.db.insert(specimenModel, { mark, body: "abc%d" }));
      expect(await bench.db.count(specimenModel, { mark, body: startsWith("Abc%") })).toBe(1);
    });

    it("sees the writes of its own transaction", async () => {
      const shelf = await addBooks(bench, ["ab"]);
      const count = await bench.db.transaction(async (tx) => {
        await tx.insert(bookModel, { shelf, code: unique(), title: "abc" });
        return tx.count(bookModel, { shelf, title: startsWith("ab") });
      });
      expect(count).toBe(2);
    });
  });
}

/** All pages of the rows with a prefix. */
async function pages(bench: Bench, shelf: string, prefix: string, column: Searched, isAscending: boolean) {
  const rows: Book[] = [];
  let cursor: { value: Book[Searched]; id: string } | undefined;
  const direction = isAscending ? "ascending" : "descending";
  for (let page = 0; page < 20; page += 1) {
    const options = { orderBy: column, direction, limit: 3, cursor } as const;
    const found = await bench.db.list(bookModel, { shelf, [column]: startsWith(prefix) }, options);
    rows.push(...found);
    const last = found.at(-1);
    if (!last) return rows;
    cursor = { value: last[column], id: last.id };
  }
  throw new Error("The pages never end: the cursor does not advance.");
}

export function describePrefixPages(bench: Bench): void {
  const endings = ["", " ", "a", "a", "a", "B", "b", "Z", "é", "🍣", "aa"];

  describe("a page of rows with a prefix", () => {
    it.each(searched)("is in the order of code points of %s, and every row is on one page", async (column) => {
      const shelf = unique();
      for (const [index, ending] of endings.entries()) {
        const code = column === "code" ? `x${shelf}${ending}${index}` : unique();
        row(await bench.db.insert(bookModel, { shelf, code, title: `x${ending}`, subtitle: `x${ending}` }));
        row(await bench.db.insert(bookModel, { shelf, code: `y${unique()}`, title: "y", subtitle: null }));
      }
      const up = await pages(bench, shelf, "x", column, true);
      const down = await pages(bench, shelf, "x", column, false);
      expect(new Set(up.map(({ id }) => id)).size, "a row is missing, or twice in the result").toBe(endings.length);
      expect(
        down.map(({ id }) => id),
        "down is not up reversed",
      ).toEqual(up.map(({ id }) => id).toReversed());
      const bytes = up.map((book) => Buffer.from(book[column] ?? ""));
      expect(bytes, "not in the order of code points").toEqual(bytes.toSorted(Buffer.compare));
    });

    it("is in the order of code points without a prefix as well", async () => {
      const shelf = await addBooks(bench, ["b", "A", "a", "B", "é", "z"]);
      const found = await bench.db.list(bookModel, { shelf }, { orderBy: "title", limit: 9 });
      expect(found.map(({ title }) => title)).toEqual(["A", "B", "a", "b", "z", "é"]);
    });
  });
}

export function describeRejectedPrefixes(bench: Bench): void {
  describe("startsWith", () => {
    it.each([
      ["a number's column", orderModel, { limit: startsWith("1") }],
      ["a boolean's column", orderModel, { primary: startsWith("t") }],
      ["a date's column", orderModel, { from: startsWith("2") }],
      ["a JSON column", specimenModel, { document: startsWith("{") }],
    ] as const)("refuses %s", async (name, model, where) => {
      await expectThrow(`${name} was searched as text`, () => loose(bench.db).count(model, where));
    });

    it("finds no row by a text that no database can store, and does not fail", async () => {
      const shelf = await addBooks(bench, ["ab"]);
      expect(await titles(bench, shelf, "a\0")).toEqual([]);
      expect(await titles(bench, shelf, "a\ud83c"), "half of a character").toEqual([]);
    });
  });
}
