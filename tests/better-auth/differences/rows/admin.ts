import { defineRoles } from "@keyhold/access";
import { adminRoles, adminStatements } from "@keyhold/admin/client";
import { admin as oldAdmin } from "better-auth/plugins";
import type { Answer } from "../../../harness/browser.ts";
import type { Difference } from "../difference.ts";
import { ben, password } from "../seed.ts";
import { daysAgo, outcome, type World, whoIs } from "../world.ts";

const old = { plugins: [oldAdmin()] };

/** Makes Ada an administrator, as better-auth's documentation does it. */
const appoint = {
  old,
  async run(world: World) {
    world.run('update "user" set "role" = \'admin\' where "id" = ?', world.seed.adaId);
    return {};
  },
};

const find = async (world: World, query: string): Promise<unknown> => {
  const answer = await world.ada().get(`/admin/list-users?${query}`);
  if (answer.status !== 200) return outcome(answer);
  const { users } = JSON.parse(answer.text);
  return users.map(({ name }: { readonly name: string }) => name);
};

/** As an administrator still. */
function removeHerself(world: World): Promise<Answer> {
  const { adaId: userId } = world.seed;
  world.run('update "user" set "role" = \'admin\' where "id" = ?', userId);
  return world.ada().post("/admin/remove-user", { userId });
}

export const admin: readonly Difference[] = [
  {
    row: "How old an administrator's sign-in may be",
    before: appoint,
    async observe(world) {
      world.run('update "session" set "createdAt" = ?, "updatedAt" = ?', daysAgo(2), daysAgo(0.5));
      return outcome(await world.ada().post("/admin/ban-user", { userId: world.seed.benId }));
    },
    was: "200",
    is: "403 SESSION_IS_NOT_FRESH",
    old,
    options: { admin: {} },
    keep: { admin: { freshAgeSeconds: 0 } },
  },
  {
    row: "`listUsers` that searches in the middle",
    before: appoint,
    observe: (world) =>
      find(world, `searchField=email&searchOperator=${world.isKept ? "starts_with" : "contains"}&searchValue=ben`),
    was: ["Ben"],
    is: "400 VALIDATION_ERROR",
    old,
    options: { admin: {} },
    keep: "call",
  },
  {
    row: "`listUsers` by `offset`",
    before: appoint,
    async observe(world) {
      if (!world.isKept) return find(world, "limit=1&offset=1&sortBy=email");
      const { text } = await world.ada().get("/admin/list-users?limit=1&sortBy=email");
      return find(world, `limit=1&sortBy=email&cursor=${encodeURIComponent(JSON.parse(text).nextCursor)}`);
    },
    was: ["Ben"],
    is: "400 VALIDATION_ERROR",
    old,
    options: { admin: {} },
    keep: "call",
  },
  {
    row: "`total` in `listUsers`",
    before: appoint,
    async observe(world) {
      const { text } = await world.ada().get(`/admin/list-users?limit=1${world.isKept ? "&count=true" : ""}`);
      return JSON.parse(text).total;
    },
    was: 2,
    is: null,
    old,
    options: { admin: {} },
    keep: "call",
  },
  {
    row: "What an administrator does in a user's place",
    before: appoint,
    async observe(world) {
      const browser = world.ada();
      const paths = [
        ["/admin/impersonate-user", { userId: world.seed.benId }],
        ["/update-user", { name: "Benjamin" }],
        ["/change-email", { newEmail: "ben@example.org" }],
      ] as const;
      const outcomes: string[] = [];
      for (const [path, body] of paths) outcomes.push(outcome(await browser.post(path, body)));
      return outcomes;
    },
    was: ["200", "200", "200"],
    is: ["200", "200", "403 NOT_ALLOWED_WHILE_IMPERSONATING"],
    old,
    options: { admin: {} },
  },
  {
    row: "Impersonation of administrators",
    before: appoint,
    async observe(world) {
      world.run('update "user" set "role" = \'admin\'');
      return outcome(await world.ada().post("/admin/impersonate-user", { userId: world.seed.benId }));
    },
    was: "200",
    is: "403 YOU_CANNOT_IMPERSONATE_ADMINS",
    old,
    options: { admin: {} },
    keep: { admin: { allowImpersonatingAdmins: true } },
  },
  {
    row: "An administrator's own role and account",
    before: appoint,
    async observe(world) {
      const { adaId: userId } = world.seed;
      world.run('delete from "invitation"');
      world.run('delete from "member"');
      return [
        outcome(await world.ada().post("/admin/set-role", { userId, role: "user" })),
        outcome(await removeHerself(world)),
      ];
    },
    was: ["200", "200"],
    is: ["400 YOU_CANNOT_DEMOTE_YOURSELF", "400 YOU_CANNOT_REMOVE_YOURSELF"],
    old,
    options: { admin: {} },
  },
  {
    row: "Roles of users that are not declared",
    before: appoint,
    observe: async (world) =>
      outcome(await world.ada().post("/admin/set-role", { userId: world.seed.benId, role: "editor" })),
    was: "200",
    is: "400 ROLE_NOT_FOUND",
    old,
    options: { admin: {} },
    keep: { admin: { roles: defineRoles(adminStatements, { ...adminRoles, editor: {} }) } },
  },
  {
    row: "`createUser` of the administrators with a taken address",
    before: appoint,
    async observe(world) {
      const body = { email: ben, name: "Ben", password, role: "user" };
      return outcome(await world.ada().post("/admin/create-user", body));
    },
    was: "400 USER_ALREADY_EXISTS",
    is: "422 USER_ALREADY_EXISTS",
    old,
    options: { admin: {} },
  },
  {
    row: "Sessions after `setUserPassword`",
    before: appoint,
    async observe(world) {
      const browser = await world.signedIn(ben);
      const body = { userId: world.seed.benId, newPassword: `${password}, another` };
      await world.ada().post("/admin/set-user-password", body);
      return whoIs(browser);
    },
    was: ben,
    is: null,
    old,
    options: { admin: {} },
  },
];
