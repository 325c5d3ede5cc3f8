import { describe, expect, test } from "vitest";
import { isRoleName, parseRoles, writeRoles } from "./role-names.js";

describe("the text of roles", () => {
  test.each<[text: unknown, names: string[]]>([
    ["owner", ["owner"]],
    ["owner,admin", ["owner", "admin"]],
    [" owner , admin ", ["owner", "admin"]],
    ["admin,owner", ["admin", "owner"]],
    ["owner,owner, owner", ["owner"]],
    [",,owner,", ["owner"]],
    ["\towner\n", ["owner"]],
    [
      ["owner", "admin"],
      ["owner", "admin"],
    ],
    [
      ["member", "admin,owner"],
      ["member", "admin", "owner"],
    ],
    [["owner", " owner"], ["owner"]],
    [[], []],
    [["", " ", ","], []],
    ["", []],
    [" , ", []],
    [null, []],
    [undefined, []],
  ])("%j contains the names %j", (text, names) => {
    expect(parseRoles(text as string)).toEqual(names);
  });

  test.each(["OWNER", "own er", "owner;admin", "__proto__", "оwner"])("keeps %j, which is not a valid name", (name) => {
    expect(parseRoles(name)).toEqual([name]);
  });

  test.each([0, true, {}, { 0: "owner", length: 1 }, [["owner"]], [null, 1, {}], () => "owner", Symbol("owner")])(
    "%o names nothing",
    (junk) => {
      expect(parseRoles(junk as unknown as string)).toEqual([]);
    },
  );

  test("ignores objects that convert to text", () => {
    expect(parseRoles({ toString: () => "owner" } as unknown as string)).toEqual([]);
    expect(parseRoles([{ toString: () => "owner" }] as unknown as string[])).toEqual([]);
  });

  test("is written in the given order, without duplicates", () => {
    expect(writeRoles(["owner", "admin"])).toBe("owner,admin");
    expect(writeRoles([" admin", "owner,admin", ""])).toBe("admin,owner");
    expect(writeRoles([])).toBe("");
  });

  test("is the same after reading and writing", () => {
    for (const text of ["owner", " a ,b,,a", ["b", "a, b"], [], null]) {
      expect(parseRoles(writeRoles(text))).toEqual(parseRoles(text));
      expect(writeRoles(writeRoles(text))).toBe(writeRoles(text));
    }
  });

  test("may be long", () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `role${index}`);
    expect(parseRoles(names.join(","))).toHaveLength(100_000);
    expect(parseRoles(",".repeat(1_000_000))).toEqual([]);
  });
});

describe("a role's name", () => {
  test.each(["a", "1", "owner", "Team-Lead", "read_only", "2nd-line", "constructor", "x".repeat(64)])(
    "may be %j",
    (name) => {
      expect(isRoleName(name)).toBe(true);
      expect(parseRoles(name)).toEqual([name]);
    },
  );

  test.each([
    "",
    "-a",
    "_a",
    "__proto__",
    "a b",
    " a",
    "a,b",
    "a.b",
    "a:b",
    "a\n",
    "\na",
    "a\u0000",
    "é",
    "оwner",
    "x".repeat(65),
  ])("cannot be %j", (name) => {
    expect(isRoleName(name)).toBe(false);
  });

  test.each([null, undefined, 1, ["owner"], { name: "owner" }])("is not %j", (junk) => {
    expect(isRoleName(junk)).toBe(false);
  });
});
