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

/** What must not compile. Nothing here runs: the type checker is the test. */

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

// The names stay what they are, and permissions are plain objects of plain lists.
holds<Equal<keyof typeof roles, "owner" | "editor" | "author" | "reader">>();
holds<Equal<(typeof roles)["owner"], Plain>>();
roles.author satisfies Plain;
// @ts-expect-error there is no such role
roles.editr;
// @ts-expect-error what is declared stays as it is
roles.reader = {};
// @ts-expect-error so does a list of actions
roles.author.article?.push("delete");

// @ts-expect-error there is no such resource
defineRoles(statements, { author: { artcle: ["create"] } });
// @ts-expect-error nor beside one that there is
defineRoles(statements, { author: { article: ["create"], artcle: ["create"] } });
// @ts-expect-error there is no such action
defineRoles(statements, { author: { article: ["craete"] } });
// @ts-expect-error an action of another resource
defineRoles(statements, { author: { article: ["hide"] } });
// @ts-expect-error a list, even of one
defineRoles(statements, { author: { article: "create" } });
// @ts-expect-error a resource has a list of actions
defineRoles({ article: "create" }, {});
// @ts-expect-error permissions of other statements
defineRoles(statements, { owner: everything({ invoice: ["pay"] }) });
// @ts-expect-error what is excepted must be there
without(everything(statements), { article: ["remove"] });

// Statements that are written where they are used are as exact.
const inline = defineRoles({ door: ["open"] }, { guest: { door: ["open"] } });
holds<Equal<(typeof inline)["guest"], { readonly door?: readonly "open"[] }>>();
// @ts-expect-error there is no such action
defineRoles({ door: ["open"] }, { guest: { door: ["close"] } });

// A question has the words of the statements, whoever's role it is.
declare const member: { readonly role: string } | null | undefined;
can(roles, member?.role, { article: ["create", "delete"], comment: [] }) satisfies boolean;
can(roles, ["author", "reader"], { comment: ["hide"] });
// @ts-expect-error there is no such action
can(roles, "author", { article: ["craete"] });
// @ts-expect-error there is no such resource
can(roles, "author", { artcle: ["create"] });
// @ts-expect-error a role is no number
can(roles, 1, { article: ["create"] });
// @ts-expect-error all of it, not one question after the other
can(roles, "author", [{ article: ["create"] }]);
holds<Equal<ReturnType<typeof permissionsOfAuthor>, Plain>>();
const permissionsOfAuthor = () => permissionsOf(roles, "author");
// @ts-expect-error there is no such action
includes(permissionsOf(roles, "author"), { article: ["craete"] });

// What was read fits where the statements' own words are wanted.
const read = readPermissions(JSON.parse("{}"), statements);
holds<Equal<typeof read, Plain | null>>();
if (read) can(roles, "author", read);
// @ts-expect-error it may be nothing
can(roles, "author", read);

// Code that serves any app takes roles as they come.
declare const anyRoles: Roles;
declare const anyPermissions: Permissions;
roles satisfies Roles;
statements satisfies Statements;
holds<Equal<Permissions, { readonly [resource: string]: readonly string[] | undefined }>>();
can({ ...roles, ...anyRoles }, "author", anyPermissions);
can(anyRoles, "author", { whatever: ["there is"] });
includes(permissionsOf(anyRoles, "author"), anyPermissions);
