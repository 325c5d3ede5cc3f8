import { describe, expect, test } from "vitest";
import { defineRoles } from "./define-roles.js";
import { everything, type Statements } from "./permissions.js";
import type { Roles } from "./roles.js";

const statements = { article: ["create", "update"], comment: ["hide"], log: [] } as const;
/** As in a program without types. */
const define = (roles: unknown, words: unknown = statements): Roles => defineRoles(words as Statements, roles as Roles);

describe("defined roles", () => {
  test("equal their definition", () => {
    const roles = defineRoles(statements, {
      editor: everything(statements),
      author: { article: ["create"] },
      guest: {},
    });
    expect(roles).toEqual({
      editor: { article: ["create", "update"], comment: ["hide"] },
      author: { article: ["create"] },
      guest: {},
    });
  });

  test("cannot be changed, not even through the input of their definition", () => {
    const author = { article: ["create" as "create" | "update"] };
    const roles = defineRoles(statements, { author });
    author.article.push("update");
    expect(roles.author).toEqual({ article: ["create"] });
    expect(Object.isFrozen(roles)).toBe(true);
    expect(Object.isFrozen(roles.author)).toBe(true);
    expect(Object.isFrozen(roles.author.article)).toBe(true);
  });

  test("may list a resource without actions, or omit it", () => {
    expect(defineRoles(statements, { author: { article: [], comment: undefined } })).toEqual({ author: {} });
    expect(defineRoles({}, {})).toEqual({});
  });

  test.each([
    ["own er", 'Role "own er": a name has 1 to 64 letters, digits, - and _, and begins with a letter or a digit.'],
    ["owner,admin", 'Role "owner,admin": a name has'],
    ["", 'Role "": a name has'],
    ["__proto__", 'Role "__proto__": a name has'],
    ["-", 'Role "-": a name has'],
    ["x".repeat(65), 'Role "xxx'],
  ])("cannot have the name %j", (name, message) => {
    expect(() => define(Object.fromEntries([[name, {}]]))).toThrow(message);
  });

  test.each(["constructor", "toString", "Team-Lead", "2nd_line", "x".repeat(64)])("can have the name %j", (name) => {
    const roles = define(Object.fromEntries([[name, { article: ["create"] }]]));
    expect(Object.entries(roles)).toEqual([[name, { article: ["create"] }]]);
  });

  test.each<[permissions: unknown, message: string]>([
    [{ artcle: ["create"] }, 'Role "author": there is no resource "artcle", only "article", "comment", "log".'],
    [{ article: ["create"], artcle: [] }, 'Role "author": there is no resource "artcle", only'],
    [{ article: ["craete"] }, 'Role "author": the resource "article" has no action "craete", only "create", "update".'],
    [{ article: ["create", "hide"] }, 'Role "author": the resource "article" has no action "hide", only'],
    [{ article: [7] }, 'Role "author": the resource "article" has no action "number", only'],
    [{ article: new Array(1) }, 'Role "author": the resource "article" has no action "undefined", only'],
    [{ log: ["read"] }, 'Role "author": the resource "log" has no action "read", only none.'],
    [{ article: "create" }, 'Role "author": the resource "article" needs a list of actions.'],
    [{ article: null }, 'Role "author": the resource "article" needs a list of actions.'],
    [{ constructor: ["name"] }, 'Role "author": there is no resource "constructor", only'],
    [JSON.parse('{"__proto__":["create"]}'), 'Role "author": there is no resource "__proto__", only'],
    [null, 'Role "author": it needs an object of resources, each with the list of its actions.'],
    ["article", 'Role "author": it needs an object'],
    [["article"], 'Role "author": it needs an object'],
  ])("cannot have the permissions %j", (permissions, message) => {
    expect(() => define({ author: permissions })).toThrow(message);
  });

  test.each([null, undefined, [], "author", [{ article: ["create"] }]])("cannot be defined by %j", (roles) => {
    expect(() => define(roles)).toThrow("Roles are an object of names, each with what the role may do.");
  });

  test.each([null, undefined, [], "article"])("need statements of another type than %j", (words) => {
    expect(() => define({}, words ?? null)).toThrow("Statements are an object of resources");
  });

  test.each(["create", null, ["create", ""], ["create", 1], new Array(1), { 0: "create" }])(
    "need statements with a list of actions per resource, unlike %j",
    (actions) => {
      expect(() => define({}, { article: ["create"], comment: actions })).toThrow(
        'Statements: the resource "comment" needs a list of actions, each a name.',
      );
    },
  );
});
