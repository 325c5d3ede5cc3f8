import { describe, expect, test } from "vitest";
import { defineRoles } from "./define-roles.js";
import { everything, type Permissions, without } from "./permissions.js";
import { can, permissionsOf, type Roles, unknownRoles } from "./roles.js";

const statements = { organization: ["update", "delete"], member: ["create", "update", "delete"] } as const;
const roles = defineRoles(statements, {
  owner: everything(statements),
  admin: without(everything(statements), { organization: ["delete"] }),
  greeter: { member: ["create"] },
  usher: { member: ["delete"], organization: [] },
  member: {},
});

/** Names of properties inherited by every object. */
const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"];

describe("the permissions of a role", () => {
  test("equal their definition", () => {
    expect(permissionsOf(roles, "greeter")).toEqual({ member: ["create"] });
    expect(permissionsOf(roles, "owner")).toEqual(everything(statements));
    expect(permissionsOf(roles, "member")).toEqual({});
  });

  test.each(["greeter,usher", " greeter , usher ", ["greeter", "usher"], ["usher,greeter"], "greeter,member,usher"])(
    "are the union over all listed roles, in any form of the list: %j",
    (role) => {
      const { member = [], ...others } = permissionsOf(roles, role);
      expect([...member].sort()).toEqual(["create", "delete"]);
      expect(others).toEqual({});
    },
  );

  test("contain an action of several roles once", () => {
    expect(permissionsOf(roles, "owner,admin,owner")).toEqual(everything(statements));
  });

  test("are empty for an unknown name", () => {
    expect(permissionsOf(roles, "nobody")).toEqual({});
    expect(permissionsOf(roles, "Owner")).toEqual({});
    expect(permissionsOf(roles, "nobody,greeter")).toEqual({ member: ["create"] });
  });

  test.each([null, undefined, "", [], ","])("are empty without a role: %j", (role) => {
    expect(permissionsOf(roles, role)).toEqual({});
  });

  test.each(inherited)("are empty for %s, unless a role has that name", (name) => {
    expect(permissionsOf(roles, name)).toEqual({});
    const named: Roles = Object.fromEntries([[name, { member: ["create"] }]]);
    expect(permissionsOf(named, name)).toEqual({ member: ["create"] });
  });

  test("exclude inherited roles", () => {
    const inheriting: Roles = Object.create({ owner: { member: ["create"] } });
    expect(permissionsOf(inheriting, "owner")).toEqual({});
  });

  test("cannot be changed", () => {
    const permissions = permissionsOf(roles, "owner");
    expect(Object.isFrozen(permissions)).toBe(true);
    expect(Object.isFrozen(permissions.member)).toBe(true);
  });

  test.each([null, "member", 1, ["create"], { member: "create" }, { member: { 0: "create" } }, { member: [1, null] }])(
    "are empty if a role is %o instead of permissions",
    (junk) => {
      const broken: Roles = { odd: junk as unknown as Permissions, greeter: roles.greeter };
      expect(permissionsOf(broken, "odd")).toEqual({});
      expect(permissionsOf(broken, "odd,greeter")).toEqual({ member: ["create"] });
    },
  );
});

describe("can", () => {
  test("checks whether a role has all wanted permissions", () => {
    expect(can(roles, "owner", { organization: ["delete"] })).toBe(true);
    expect(can(roles, "admin", { organization: ["delete"] })).toBe(false);
    expect(can(roles, "admin", { organization: ["update"], member: ["create", "delete"] })).toBe(true);
    expect(can(roles, "admin", { organization: ["update", "delete"] })).toBe(false);
    expect(can(roles, "greeter", { member: ["create"], organization: ["update"] })).toBe(false);
  });

  test("combines the permissions of several roles", () => {
    expect(can(roles, "greeter,usher", { member: ["create", "delete"] })).toBe(true);
    expect(can(roles, ["greeter"], { member: ["create", "delete"] })).toBe(false);
  });

  test.each([{}, { organization: [] }, { organization: [], member: [] }, { organization: undefined }])(
    "is false for %j, which wants no permission",
    (wanted) => {
      expect(can(roles, "owner", wanted)).toBe(false);
    },
  );

  test("ignores an empty resource beside another one", () => {
    expect(can(roles, "greeter", { member: ["create"], organization: [] })).toBe(true);
    expect(can(roles, "greeter", { member: ["update"], organization: [] })).toBe(false);
  });

  test.each([
    null,
    undefined,
    "organization",
    1,
    true,
    [],
    [{ organization: ["update"] }],
    { organization: "update" },
    { organization: null },
    { organization: new Array(1) },
    { organization: { length: 1 } },
    { member: ["create"], organization: "update" },
    { member: ["create", null] },
    Object.create({ organization: ["update"] }),
    new Map([["organization", ["update"]]]),
    JSON.parse('{"__proto__":{"organization":["update"]}}'),
    JSON.parse('{"member":["create"],"__proto__":["update"]}'),
    JSON.parse('{"constructor":["name"]}'),
  ])("is false for %o, which is not a set of permissions", (junk) => {
    expect(can(roles, "owner", junk as Permissions<typeof statements>)).toBe(false);
  });

  test.each([null, undefined, "", [], "nobody", "OWNER", "owner;admin", ...inherited])(
    "is false for %j, which is not a defined role",
    (role) => {
      expect(can(roles, role, { member: ["create"] })).toBe(false);
      expect(can(roles, role, {})).toBe(false);
    },
  );

  test.each([0, {}, { toString: () => "owner" }, [["owner"]], [{}], () => "owner"])(
    "is false for %o, which contains no role name",
    (junk) => {
      expect(can(roles, junk as unknown as string, { member: ["create"] })).toBe(false);
    },
  );

  test("accepts roles created at run time beside the defined ones", () => {
    const own: Roles = { auditor: { organization: ["update"] } };
    expect(can({ ...own, ...roles }, "auditor,greeter", { organization: ["update"], member: ["create"] })).toBe(true);
  });
});

describe("unknown roles", () => {
  test("are the names without a role, without duplicates", () => {
    expect(unknownRoles(roles, "owner,nobody, admin,nope,nobody")).toEqual(["nobody", "nope"]);
    expect(unknownRoles(roles, ["Owner", "own er", "owner"])).toEqual(["Owner", "own er"]);
    expect(unknownRoles(roles, inherited)).toEqual(inherited);
  });

  test("are empty if all names are known, or the list is empty", () => {
    expect(unknownRoles(roles, "owner,member")).toEqual([]);
    expect(unknownRoles(roles, [])).toEqual([]);
    expect(unknownRoles(roles, null)).toEqual([]);
  });
});
