import {
  can,
  defineRoles,
  everything,
  includes,
  type Permissions,
  permissionsOf,
  type Roles,
  readPermissions,
  type Statements,
  without,
} from "./index.js";

/** Code that must not compile, and never runs: the type checker is the test. */

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only for `true`. */
declare function holds<Claim extends true>(): Claim;

const statements = { article: ["create", "update", "delete"], comment: ["create", "hide"] } as const;
const roles = defineRoles(statements, {
  owner: everything(statements),
  editor: without(everything(statements), { article: ["delete"] }),
  author: { article: ["create"] },
  reader: {},
});

interface Plain {
  readonly article?: readonly ("create" | "update" | "delete")[];
  readonly comment?: readonly ("create" | "hide")[];
}

// The names are exact types, and permissions are plain objects of plain lists.
holds<Equal<keyof typeof roles, "owner" | "editor" | "author" | "reader">>();
holds<Equal<(typeof roles)["owner"], Plain>>();
roles.author satisfies Plain;
// @ts-expect-error an unknown role
roles.editr;
// @ts-expect-error roles are read-only
roles.reader = {};
// @ts-expect-error so is a list of actions
roles.author.article?.push("delete");

// @ts-expect-error an unknown resource
defineRoles(statements, { author: { artcle: ["create"] } });
// @ts-expect-error an unknown resource beside `article`
defineRoles(statements, { author: { article: ["create"], artcle: ["create"] } });
// @ts-expect-error an unknown action
defineRoles(statements, { author: { article: ["craete"] } });
// @ts-expect-error an action of another resource
defineRoles(statements, { author: { article: ["hide"] } });
// @ts-expect-error must be a list, even with a single action
defineRoles(statements, { author: { article: "create" } });
// @ts-expect-error a resource has a list of actions
defineRoles({ article: "create" }, {});
// @ts-expect-error permissions of other statements
defineRoles(statements, { owner: everything({ invoice: ["pay"] }) });
// @ts-expect-error an unknown action to except
without(everything(statements), { article: ["remove"] });

// Inline statements are as exact.
const inline = defineRoles({ door: ["open"] }, { guest: { door: ["open"] } });
holds<Equal<(typeof inline)["guest"], { readonly door?: readonly "open"[] }>>();
// @ts-expect-error an unknown action
defineRoles({ door: ["open"] }, { guest: { door: ["close"] } });

// The wanted permissions are checked against the statements, for any role.
declare const member: { readonly role: string } | null | undefined;
can(roles, member?.role, { article: ["create", "delete"], comment: [] }) satisfies boolean;
can(roles, ["author", "reader"], { comment: ["hide"] });
// @ts-expect-error an unknown action
can(roles, "author", { article: ["craete"] });
// @ts-expect-error an unknown resource
can(roles, "author", { artcle: ["create"] });
// @ts-expect-error a role is not a number
can(roles, 1, { article: ["create"] });
// @ts-expect-error a set of permissions, not a list of sets
can(roles, "author", [{ article: ["create"] }]);
holds<Equal<ReturnType<typeof permissionsOfAuthor>, Plain>>();
const permissionsOfAuthor = () => permissionsOf(roles, "author");
// @ts-expect-error an unknown action
includes(permissionsOf(roles, "author"), { article: ["craete"] });

// The result of `readPermissions` has the type of the statements.
const read = readPermissions(JSON.parse("{}"), statements);
holds<Equal<typeof read, Plain | null>>();
if (read) can(roles, "author", read);
// @ts-expect-error `read` may be null
can(roles, "author", read);

// Generic code accepts roles of any statements.
declare const anyRoles: Roles;
declare const anyPermissions: Permissions;
roles satisfies Roles;
statements satisfies Statements;
holds<Equal<Permissions, { readonly [resource: string]: readonly string[] | undefined }>>();
can({ ...roles, ...anyRoles }, "author", anyPermissions);
can(anyRoles, "author", { whatever: ["there is"] });
includes(permissionsOf(anyRoles, "author"), anyPermissions);
