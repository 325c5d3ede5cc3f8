import { describe, expect, test } from "vitest";
import { everything, includes, type Permissions, without } from "./permissions.js";

const statements = { article: ["create", "update", "delete"], comment: ["create", "hide"], log: [] } as const;

describe("everything", () => {
  test("is every action of every resource", () => {
    expect(everything(statements)).toEqual({ article: ["create", "update", "delete"], comment: ["create", "hide"] });
  });

  test("cannot be changed, and leaves the statements as they are", () => {
    const own = { door: ["open"] };
    const all = everything(own);
    expect(Object.isFrozen(all)).toBe(true);
    expect(Object.isFrozen(all.door)).toBe(true);
    own.door.push("close");
    expect(all.door).toEqual(["open"]);
  });
});

describe("without", () => {
  test("leaves what is not excepted", () => {
    const most = without(everything(statements), { article: ["delete"] });
    expect(most).toEqual({ article: ["create", "update"], comment: ["create", "hide"] });
  });

  test("leaves no resource of which nothing is left", () => {
    expect(without(everything(statements), { comment: ["hide", "create"] })).toEqual({ article: statements.article });
  });

  test("takes away nothing that was not there", () => {
    expect(without({ article: ["create"] }, { article: ["delete"], comment: ["hide"] })).toEqual({
      article: ["create"],
    });
    expect(without(everything(statements), {})).toEqual(everything(statements));
    expect(without(everything(statements), { article: undefined })).toEqual(everything(statements));
  });

  test("changes neither of the two, and cannot be changed", () => {
    const granted = { article: ["create", "delete"] };
    const rest = without(granted, { article: ["delete"] });
    expect(granted).toEqual({ article: ["create", "delete"] });
    expect(Object.isFrozen(rest)).toBe(true);
    expect(Object.isFrozen(rest.article)).toBe(true);
  });
});

describe("covers", () => {
  const granted: Permissions = { article: ["create", "update"], comment: ["hide"] };

  test.each<Permissions>([
    { article: ["create"] },
    { article: ["update", "create"] },
    { article: ["create", "create", "create"] },
    { article: ["create"], comment: ["hide"] },
    { article: ["create"], comment: [] },
    granted,
  ])("is true of %j, which is all held", (wanted) => {
    expect(includes(granted, wanted)).toBe(true);
  });

  test.each<Permissions>([
    { article: ["delete"] },
    { article: ["create", "delete"] },
    { article: ["create"], comment: ["create"] },
    { article: ["CREATE"] },
    { article: ["create "] },
    { article: [""] },
    { log: ["read"] },
    { comment: ["hide"], log: ["read"] },
  ])("is false of %j, of which some is not", (wanted) => {
    expect(includes(granted, wanted)).toBe(false);
  });

  test.each<Permissions>([{}, { article: [] }, { log: [] }, { article: undefined }])(
    "is true of %j, which is a subset of anything",
    (wanted) => {
      expect(includes(granted, wanted)).toBe(true);
      expect(includes({}, wanted)).toBe(true);
    },
  );

  test.each([
    null,
    undefined,
    "article",
    1,
    true,
    [],
    ["article"],
    () => granted,
    { article: "create" },
    { article: null },
    { article: 1 },
    { article: { 0: "create", length: 1 } },
    { article: [undefined] },
    { article: [null] },
    { article: [["create"]] },
    { article: new Array(1) },
    { article: ["create", Symbol.iterator] },
  ])("is false of %o, which is no permissions", (junk) => {
    expect(includes(granted, junk as unknown as Permissions)).toBe(false);
  });

  test.each([
    null,
    undefined,
    "article",
    [],
    { article: "create" },
    { article: "recreated" },
    { article: null },
    { article: { includes: () => true } },
    { article: [["create"]] },
  ])("finds nothing held in %o", (junk) => {
    expect(includes(junk as unknown as Permissions, { article: ["create"] })).toBe(false);
    expect(includes(junk as unknown as Permissions, {})).toBe(true);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "takes %s for a resource like any other",
    (resource) => {
      const named = (actions: readonly string[]): Permissions => Object.fromEntries([[resource, actions]]);
      expect(includes(granted, named(["create"]))).toBe(false);
      expect(includes(granted, named(["length"]))).toBe(false);
      expect(includes(named(["create"]), named(["create"]))).toBe(true);
      expect(includes(named(["create"]), named(["delete"]))).toBe(false);
      expect(includes(everything(Object.fromEntries([[resource, ["create"]]])), named(["create"]))).toBe(true);
    },
  );

  test("looks at own keys only", () => {
    const inheriting: Permissions = Object.create({ article: ["create"] });
    expect(includes(inheriting, { article: ["create"] })).toBe(false);
  });

  test("is not led astray by an action that every list has as a property", () => {
    expect(includes(granted, { article: ["length"] })).toBe(false);
    expect(includes(granted, { article: ["0"] })).toBe(false);
  });
});
