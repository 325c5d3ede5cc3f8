import { describe, expect, test } from "vitest";
import { everything } from "./permissions.js";
import { readPermissions } from "./read-permissions.js";

const statements = { article: ["create", "update", "delete"], comment: ["create", "hide"] } as const;

describe("the result of readPermissions", () => {
  test("equals the listed permissions", () => {
    expect(readPermissions({ article: ["create"] }, statements)).toEqual({ article: ["create"] });
    expect(readPermissions(everything(statements), statements)).toEqual(everything(statements));
    expect(readPermissions({}, statements)).toEqual({});
  });

  test("is equal text for equal permissions", () => {
    const written = '{"article":["create","delete"],"comment":["hide"]}';
    for (const value of [
      { article: ["create", "delete"], comment: ["hide"] },
      { comment: ["hide", "hide"], article: ["delete", "create", "create"] },
    ]) {
      expect(JSON.stringify(readPermissions(value, statements))).toBe(written);
    }
    expect(JSON.stringify(readPermissions({ article: [], comment: [] }, statements))).toBe("{}");
  });

  test("is a frozen copy", () => {
    const value = { article: ["create"] };
    const permissions = readPermissions(value, statements);
    value.article.push("delete");
    expect(permissions).toEqual({ article: ["create"] });
    expect(Object.isFrozen(permissions)).toBe(true);
    expect(Object.isFrozen(permissions?.article)).toBe(true);
  });

  test.each([
    null,
    undefined,
    "article",
    1,
    true,
    [],
    ["article"],
    () => ({}),
    { article: "create" },
    { article: null },
    { article: undefined },
    { article: { 0: "create", length: 1 } },
    { article: [1] },
    { article: [null] },
    { article: [["create"]] },
    { article: new Array(1) },
    { article: ["hide"] },
    { article: ["Create"] },
    { article: ["create", "publish"] },
    { article: ["create"], invoice: ["pay"] },
    { invoice: [] },
    { "": ["create"] },
    { constructor: ["name"] },
    { toString: [] },
    JSON.parse('{"__proto__":["create"]}'),
    JSON.parse('{"__proto__":{"article":["create"]}}'),
    JSON.parse('{"article":["create"],"__proto__":[]}'),
  ])("is null for %o", (value) => {
    expect(readPermissions(value, statements)).toBeNull();
  });

  test("is null for a list longer than the statements", () => {
    const repeated = (times: number) => ({ article: Array.from({ length: times }, () => "create") });
    expect(readPermissions(repeated(3), statements)).toEqual({ article: ["create"] });
    expect(readPermissions(repeated(4), statements)).toBeNull();
  });

  test("ignores inherited keys", () => {
    expect(readPermissions(Object.create({ article: ["create"] }), statements)).toEqual({});
  });

  test.each(["__proto__", "constructor"])("may contain a resource with the name %s", (resource) => {
    const odd = Object.fromEntries([[resource, ["create"]]]);
    const permissions = readPermissions(JSON.parse(`{"${resource}":["create"]}`), odd);
    expect(JSON.stringify(permissions)).toBe(`{"${resource}":["create"]}`);
    expect(Object.getPrototypeOf(permissions)).toBe(Object.prototype);
  });
});
