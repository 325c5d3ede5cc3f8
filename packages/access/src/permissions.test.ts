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
  test("keeps the other permissions", () => {
    const most = without(everything(statements), { article: ["delete"] });
    expect(most).toEqual({ article: ["create", "update"], comment: ["create", "hide"] });
  });

  test("removes resources without remaining actions", () => {
    expect(without(everything(statements), { comment: ["hide", "create"] })).toEqual({ article: statements.article });
  });

  test("ignores exceptions that are not granted", () => {
    expect(without({ article: ["create"] }, { article: ["delete"], comment: ["hide"] })).toEqual({
      article: ["create"],
    });
    expect(without(everything(statements), {})).toEqual(everything(statements));
    expect(without(everything(statements), { article: undefined })).toEqual(everything(statements));
  });

  test("changes neither input, and returns a frozen object", () => {
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
  ])("is true for %j, all of which is held", (wanted) => {
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
  ])("is false for %j, part of which is not held", (wanted) => {
    expect(includes(granted, wanted)).toBe(false);
  });

  test.each<Permissions>([{}, { article: [] }, { log: [] }, { article: undefined }])(
    "is true for %j, which is empty",
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
  ])("is false for %o, which is not a set of permissions", (junk) => {
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
  ])("finds no held permission in %o", (junk) => {
    expect(includes(junk as unknown as Permissions, { article: ["create"] })).toBe(false);
    expect(includes(junk as unknown as Permissions, {})).toBe(true);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "treats %s as a resource like any other",
    (resource) => {
      const named = (actions: readonly string[]): Permissions => Object.fromEntries([[resource, actions]]);
      expect(includes(granted, named(["create"]))).toBe(false);
      expect(includes(granted, named(["length"]))).toBe(false);
      expect(includes(named(["create"]), named(["create"]))).toBe(true);
      expect(includes(named(["create"]), named(["delete"]))).toBe(false);
      expect(includes(everything(Object.fromEntries([[resource, ["create"]]])), named(["create"]))).toBe(true);
    },
  );

  test("reads own keys only", () => {
    const inheriting: Permissions = Object.create({ article: ["create"] });
    expect(includes(inheriting, { article: ["create"] })).toBe(false);
  });

  test("does not mistake a property of lists for an action", () => {
    expect(includes(granted, { article: ["length"] })).toBe(false);
    expect(includes(granted, { article: ["0"] })).toBe(false);
  });
});
