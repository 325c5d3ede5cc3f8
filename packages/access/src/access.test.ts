import { describe, expect, test } from "vitest";
import { includes, type Permissions, without } from "./permissions.js";
import { readPermissions } from "./read-permissions.js";
import { parseRoles, writeRoles } from "./role-names.js";
import { can, permissionsOf, type Roles } from "./roles.js";

/** Properties for any roles and permissions, compared with plain sets of "resource.action". */

const statements = { a: ["1", "2", "3"], b: ["1", "2"], ["__proto__"]: ["x"], constructor: ["x", "y"] };
const names = ["owner", "admin", "r-1", "r_2", "constructor", "toString"];

/** A seeded generator, so that a failure is reproducible (Park and Miller, 1988). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

type Roll = ReturnType<typeof dice>;
const some = <T>(roll: Roll, list: readonly T[]): T[] => list.filter(() => roll(2) === 0);
const shuffled = <T>(roll: Roll, list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, at: roll(1000) }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

const permissionsBy = (roll: Roll): Permissions =>
  Object.fromEntries(
    some(roll, shuffled(roll, Object.entries(statements))).map(([resource, actions]) => [
      resource,
      shuffled(roll, some(roll, actions)),
    ]),
  );
const rolesBy = (roll: Roll): Roles => Object.fromEntries(some(roll, names).map((name) => [name, permissionsBy(roll)]));
const textBy = (roll: Roll): string =>
  shuffled(roll, [...some(roll, names), ...some(roll, names), "nobody", "", " "])
    .map((name) => (roll(3) === 0 ? ` ${name} ` : name))
    .join(",");

const pairs = (permissions: Permissions): ReadonlySet<string> =>
  new Set(
    Object.entries(permissions).flatMap(([resource, actions = []]) => actions.map((one) => `${resource}.${one}`)),
  );
const isSubset = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].every((pair) => other.has(pair));

const runs = Array.from({ length: 500 }, (_, index) => dice(index + 1));

describe("for any roles and any permissions", () => {
  test("covers is the subset test", () => {
    const answers = runs.map((roll) => {
      const [granted, wanted] = [permissionsBy(roll), permissionsBy(roll)];
      expect(includes(granted, wanted)).toBe(isSubset(pairs(wanted), pairs(granted)));
      expect(includes(granted, granted)).toBe(true);
      return includes(granted, wanted);
    });
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });

  test("the permissions of several roles are the union of each one's", () => {
    for (const roll of runs) {
      const [roles, text] = [rolesBy(roll), textBy(roll)];
      const each = parseRoles(text).flatMap((name) => [...pairs(permissionsOf(roles, name))]);
      expect(pairs(permissionsOf(roles, text))).toEqual(new Set(each));
    }
  });

  test("can equals covers, except for empty permissions", () => {
    const answers = runs.map((roll) => {
      const [roles, text, wanted] = [rolesBy(roll), textBy(roll), permissionsBy(roll)];
      const covered = includes(permissionsOf(roles, text), wanted);
      expect(can(roles, text, wanted)).toBe(covered && pairs(wanted).size > 0);
      return can(roles, text, wanted);
    });
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });

  test("an additional role never removes a permission", () => {
    for (const roll of runs) {
      const [roles, text] = [rolesBy(roll), textBy(roll)];
      const more = [...parseRoles(text), ...some(roll, names)];
      expect(includes(permissionsOf(roles, more), permissionsOf(roles, text))).toBe(true);
    }
  });

  test("without keeps exactly the permissions that are not excepted", () => {
    for (const roll of runs) {
      const [granted, excepted] = [permissionsBy(roll), permissionsBy(roll)];
      const left = [...pairs(granted)].filter((pair) => !pairs(excepted).has(pair));
      expect(pairs(without(granted, excepted))).toEqual(new Set(left));
    }
  });

  test("reading keeps the written permissions, and equal permissions are equal text", () => {
    for (const roll of runs) {
      const written = permissionsBy(roll);
      const read = readPermissions(JSON.parse(JSON.stringify(written)), statements);
      expect(read && pairs(read)).toEqual(pairs(written));
      const reordered = Object.fromEntries(shuffled(roll, Object.entries(written)));
      expect(JSON.stringify(readPermissions(reordered, statements))).toBe(JSON.stringify(read));
    }
  });

  test("roles are the same after writing and reading", () => {
    for (const roll of runs) {
      const text = textBy(roll);
      expect(parseRoles(writeRoles(text))).toEqual(parseRoles(text));
    }
  });
});
