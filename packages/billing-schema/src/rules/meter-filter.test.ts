import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MeterEvent } from "./meter-event.js";
import { type MeterFilterCondition, type MeterFilterGroup, matchesFilter } from "./meter-filter.js";

function eventWith(metadata: Record<string, unknown>): MeterEvent {
  return { name: "render", source: "user", timestamp: new Date("2025-06-01T00:00:00.400Z"), metadata };
}

function matches(metadata: Record<string, unknown>, property: string, operator: string, value: unknown): boolean {
  const condition = { property, operator, value } as MeterFilterCondition;
  return matchesFilter({ conjunction: "and", clauses: [condition] }, eventWith(metadata));
}

const operators = ["eq", "ne", "gt", "gte", "lt", "lte", "like", "not_like"];
/** The operators that match, the full result of a comparison. */
function holding(actual: unknown, value: unknown): string {
  return operators.filter((operator) => matches({ p: actual }, "p", operator, value)).join(" ");
}

describe("conditions", () => {
  test.each([
    ["a missing property", undefined, 1, ""],
    ["null", null, "null", ""],
    ["an object", { a: 1 }, "a", ""],
    ["a list", [1], 1, ""],
    ["a number that JSON has not", Number.NaN, 1, ""],
    ["an equal number", 2.5, 2.5, "eq gte lte like"],
    ["a lesser number", -4, 1, "ne lt lte not_like"],
    ["a greater number", 10, 9, "ne gt gte not_like"],
    ["minus zero", -0, 0, "eq gte lte like"],
    ["a number beside the string of it", 5, "5", "like"],
    ["a number beside another string", 5, "6", "not_like"],
    ["a number beside true", 1, true, "eq gte lte not_like"],
    ["another number beside true", 2, true, "ne gt gte not_like"],
    ["a number beside false", 0, false, "eq gte lte not_like"],
    ["a string beside the number it spells", "5", 5, "eq gte lte like"],
    ["a string beside a number, as text", "3", 10, "ne gt gte not_like"],
    ["a string beside true, which is t", "t", true, "eq gte lte like"],
    ["the string true beside true", "true", true, "ne gt gte like"],
    ["a string beside false, which is f", "f", false, "eq gte lte like"],
    ["the empty string beside itself", "", "", "eq gte lte like"],
    ["a string beside the empty one", "a", "", "ne gt gte like"],
    ["a string beside a longer one", "ab", "abc", "ne lt lte not_like"],
    ["capitals, which precede", "Zoo", "apple", "ne lt lte not_like"],
    ["wildcards, which are characters", "a_b%c", "_b%", "ne gt gte like"],
    ["no wildcards", "aXbYc", "a_b%c", "ne lt lte not_like"],
    ["an emoji, which follows every letter", "\u{1f600}", "\uff21", "ne gt gte not_like"],
    ["true beside true", true, true, "eq gte lte like"],
    ["false beside true", false, true, "ne lt lte not_like"],
    ["true beside false", true, false, "ne gt gte not_like"],
    ["a boolean beside a string", true, "true", "like"],
    ["a boolean beside one", true, 1, "eq gte lte not_like"],
    ["a boolean beside five", true, 5, "ne lt lte not_like"],
    ["a value that no filter may have", "null", null, ""],
  ])("%s compares so", (_, actual, value, expected) => {
    expect(holding(actual, value)).toBe(expected);
  });

  test("texts are ordered by code point over the whole of Unicode", () => {
    const ascending = ["", "A", "a", "aa", "\ud7ff", "\ue000", "\ue001", "\uffff", "\u{10000}", "\u{10ffff}"];
    ascending.forEach((left, one) => {
      ascending.forEach((right, other) => {
        expect(matches({ p: left }, "p", "lt", right)).toBe(one < other);
      });
    });
  });

  test("large and small numbers are plain decimals for like", () => {
    expect(matches({ p: 1e21 }, "p", "like", "1000000000000000000000")).toBe(true);
    expect(matches({ p: 1e-7 }, "p", "like", "0.0000001")).toBe(true);
    expect(matches({ p: "1e-7" }, "p", "like", 1e-7)).toBe(false);
  });

  test("name and source take strings only, the timestamp numbers only", () => {
    expect(matches({}, "name", "ne", "upload")).toBe(true);
    expect(matches({}, "name", "ne", 5)).toBe(false);
    expect(matches({}, "name", "not_like", true)).toBe(false);
    expect(matches({}, "source", "eq", "user")).toBe(true);
    expect(matches({}, "timestamp", "eq", 1748736000)).toBe(true);
    expect(matches({}, "timestamp", "ne", "2025")).toBe(false);
    expect(matches({}, "timestamp", "gte", true)).toBe(false);
  });

  test("inherited properties never match, under any operator", () => {
    for (const property of ["__proto__", "constructor", "toString", "p.__proto__", "hasOwnProperty"]) {
      for (const operator of operators) expect(matches({ p: {} }, property, operator, "")).toBe(false);
    }
  });

  test("an unknown operator, a missing one and a missing property never match", () => {
    expect(matches({ p: 5 }, "p", "between", 5)).toBe(false);
    expect(matches({ p: 5 }, "p", "EQ", 5)).toBe(false);
    expect(matches({ p: 5 }, "p", "constructor", 5)).toBe(false);
    const unknown = { unknown: true, type: "regex", raw: {} } as unknown as MeterFilterCondition;
    expect(matchesFilter({ conjunction: "or", clauses: [unknown] }, eventWith({}))).toBe(false);
  });
});

describe("groups", () => {
  const yes: MeterFilterCondition = { property: "name", operator: "eq", value: "render" };
  const no: MeterFilterCondition = { property: "name", operator: "eq", value: "upload" };
  const group = (conjunction: string, ...clauses: MeterFilterGroup["clauses"]): MeterFilterGroup => ({
    conjunction,
    clauses,
  });

  test.each([
    [group("and"), true],
    [group("or"), true],
    [group("and", yes, yes), true],
    [group("and", yes, no), false],
    [group("and", no, yes), false],
    [group("or", no, yes), true],
    [group("or", yes, no), true],
    [group("or", no, no), false],
    [group("and", group("or", no, yes), yes), true],
    [group("and", group("or", no, no), yes), false],
    [group("or", group("and", yes, no), group("and", yes, yes)), true],
    [group("or", no, group("and")), true],
    [group("and", yes, group("or")), true],
    [group("xor"), false],
    [group("xor", yes), false],
    [group("or", group("xor", yes), yes), true],
    [group("and", yes, group("xor", yes)), false],
  ])("case %# is decided by its clauses", (filter, expected) => {
    expect(matchesFilter(filter, eventWith({}))).toBe(expected);
  });

  test("a clause with the keys of both is a group", () => {
    expect(matchesFilter(group("and", { ...group("and", no), ...yes }), eventWith({}))).toBe(false);
  });

  test("a hundred thousand levels do not overflow the stack", () => {
    for (const [clause, expected] of [
      [yes, true],
      [no, false],
    ] as const) {
      let filter = group("and", clause);
      for (let level = 0; level < 100_000; level += 1) filter = group(level % 2 ? "and" : "or", filter);
      expect(matchesFilter(filter, eventWith({}))).toBe(expected);
    }
  });

  test("a tree has the same result as with recursion", () => {
    const { filter } = fc.letrec<{ filter: MeterFilterGroup; clause: MeterFilterGroup | MeterFilterCondition }>(
      (tie) => ({
        filter: fc.record({
          conjunction: fc.constantFrom("and", "or"),
          clauses: fc.array(tie("clause"), { maxLength: 4 }),
        }),
        clause: fc.oneof({ depthSize: "small" }, fc.constantFrom(yes, no), tie("filter")),
      }),
    );
    const truth = (clause: MeterFilterGroup | MeterFilterCondition): boolean => {
      if (!("clauses" in clause)) return clause === yes;
      if (clause.clauses.length === 0) return true;
      return clause.conjunction === "and" ? clause.clauses.every(truth) : clause.clauses.some(truth);
    };
    fc.assert(
      fc.property(filter, (tree) => {
        expect(matchesFilter(tree, eventWith({}))).toBe(truth(tree));
      }),
      { numRuns: 500 },
    );
  });

  test("without missing properties, an and of conditions is the negation of the or of their opposites", () => {
    const opposite = {
      eq: "ne",
      ne: "eq",
      gt: "lte",
      lte: "gt",
      lt: "gte",
      gte: "lt",
      like: "not_like",
      not_like: "like",
    };
    const operator = fc.constantFrom(...(Object.keys(opposite) as (keyof typeof opposite)[]));
    const condition = fc.oneof(
      fc.record({ property: fc.constant("count"), operator, value: fc.integer({ min: -3, max: 3 }) }),
      fc.record({
        property: fc.constant("label"),
        operator,
        value: fc.string({ maxLength: 2, unit: fc.constantFrom("a", "b") }),
      }),
      fc.record({ property: fc.constant("on"), operator, value: fc.boolean() }),
    );
    const metadata = fc.record({
      count: fc.integer({ min: -3, max: 3 }),
      label: fc.string({ maxLength: 3, unit: fc.constantFrom("a", "b") }),
      on: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 5 }), metadata, (clauses, values) => {
        const opposites = clauses.map((clause) => ({ ...clause, operator: opposite[clause.operator] }));
        const all = matchesFilter(group("and", ...clauses), eventWith(values));
        const any = matchesFilter(group("or", ...clauses), eventWith(values));
        expect(matchesFilter(group("or", ...opposites), eventWith(values))).toBe(!all);
        expect(matchesFilter(group("and", ...opposites), eventWith(values))).toBe(!any);
      }),
      { numRuns: 500 },
    );
  });
});
