import { describe, expect, test } from "vitest";
import { startsWith } from "../adapter/where.js";
import { counter, integer, state, text } from "./column.js";
import { defineModel, searchedColumns } from "./model.js";

const team = { name: "team" };

describe("a column that is cleared with another row", () => {
  test("is optional and indexed, with any further methods", () => {
    for (const column of [text().clearedWith(team), text().optional().clearedWith(team)]) {
      expect(column.facts).toMatchObject({ clearedWith: "team", references: null, isOptional: true, isIndexed: true });
      expect(column.facts.initial?.()).toBe(null);
    }
  });

  test.each([
    ["a number", () => integer().clearedWith(team)],
    ["a counter", () => counter().clearedWith(team)],
    ["a state", () => state("open", "closed").clearedWith(team)],
  ])("is never %s", (_, build) => {
    expect(build).toThrow("Only a text column");
  });

  test("is not removed with a row at the same time", () => {
    expect(() => text().references(team).clearedWith(team)).toThrow("not both");
    expect(() => text().clearedWith(team).references(team)).toThrow("not both");
  });
});

describe("searched columns", () => {
  test("are each named once", () => {
    const model = defineModel("book", { id: text(), title: text() }, { searched: ["title"] });
    expect(searchedColumns({ ...model, searched: ["title", "title"] })).toEqual(["title"]);
  });

  test.each(["pages", "nothing", "constructor"])("contain text, unlike %s", (column) => {
    const model = { ...defineModel("book", { id: text(), pages: integer() }), searched: [column] };
    expect(() => searchedColumns(model)).toThrow(`"book.${column}" is searched, but is not a text column.`);
  });
});

test.each([
  ["an empty text, with which every text begins", ""],
  ["a number", 1],
  ["null", null],
  ["an object", { toString: () => "a" }],
])("a search by prefix rejects %s", (_, prefix) => {
  expect(() => startsWith(prefix as never)).toThrow(new TypeError("`startsWith` needs a text that is not empty."));
});

test("half a character at the end of a prefix is replaced like in databases", () => {
  expect(startsWith("a\ud83c").operand).toBe("a\ufffd");
});
