import { describe, expect, test } from "vitest";
import { covers, everything, type Permissions, without } from "./permissions.js";

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
    const held = { article: ["create", "delete"] };
    const rest = without(held, { article: ["delete"] });
    expect(held).toEqual({ article: ["create", "delete"] });
    expect(Object.isFrozen(rest)).toBe(true);
    expect(Object.isFrozen(rest.article)).toBe(true);
  });
});

describe("covers", () => {
  const held: Permissions = { article: ["create", "update"], comment: ["hide"] };

  test.each<Permissions>([
    { article: ["create"] },
    { article: ["update", "create"] },
    { article: ["create", "create", "create"] },
    { article: ["create"], comment: ["hide"] },
    { article: ["create"], comment: [] },
    held,
  ])("is true of %j, which is all held", (wanted) => {
    expect(covers(held, wanted)).toBe(true);
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
    expect(covers(held, wanted)).toBe(false);
  });

  test.each<Permissions>([{}, { article: [] }, { log: [] }, { article: undefined }])(
    "is true of %j, which is a subset of anything",
    (wanted) => {
      expect(covers(held, wanted)).toBe(true);
      expect(covers({}, wanted)).toBe(true);
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
    () => held,
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
    expect(covers(held, junk as unknown as Permissions)).toBe(false);
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
    expect(covers(junk as unknown as Permissions, { article: ["create"] })).toBe(false);
    expect(covers(junk as unknown as Permissions, {})).toBe(true);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "takes %s for a resource like any other",
    (resource) => {
      const named = (actions: readonly string[]): Permissions => Object.fromEntries([[resource, actions]]);
      expect(covers(held, named(["create"]))).toBe(false);
      expect(covers(held, named(["length"]))).toBe(false);
      expect(covers(named(["create"]), named(["create"]))).toBe(true);
      expect(covers(named(["create"]), named(["delete"]))).toBe(false);
      expect(covers(everything(Object.fromEntries([[resource, ["create"]]])), named(["create"]))).toBe(true);
    },
  );

  test("looks at own keys only", () => {
    const inheriting: Permissions = Object.create({ article: ["create"] });
    expect(covers(inheriting, { article: ["create"] })).toBe(false);
  });

  test("is not led astray by an action that every list has as a property", () => {
    expect(covers(held, { article: ["length"] })).toBe(false);
    expect(covers(held, { article: ["0"] })).toBe(false);
  });
});
