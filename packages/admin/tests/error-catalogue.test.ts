import { type AdminErrorCode, adminErrors } from "@keyhold/admin";
import { coreErrors } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { expect, test } from "vitest";
import { type Asked, expectListedError, send } from "../../../tests/harness/listed-error.ts";
import { type Fixture, type Opening, open, type Person } from "./fixture.ts";

interface Scene {
  readonly fixture: Fixture;
  readonly admin: Person;
  readonly support: Person;
  /** A user without a stored role. */
  readonly user: Person;
}

interface Way extends Opening {
  /** A hook of the plugin causes this error in a route of core, whose declaration cannot list the error. */
  readonly isOfAHook?: boolean;
  /** The status of the response, if the route overrides the status in the catalogue. */
  readonly status?: number;
  readonly ask: (scene: Scene) => Promise<Asked>;
}

type Input = object | ((scene: Scene) => object);

const by =
  (caller: "admin" | "support" | "user", route: string, input: Input = {}) =>
  (scene: Scene): Promise<Asked> =>
    send(scene[caller], route, typeof input === "function" ? input(scene) : input);

const onUser =
  (more: object = {}) =>
  ({ user }: Scene) => ({ userId: user.user.id, ...more });
const onAdmin =
  (more: object = {}) =>
  ({ admin }: Scene) => ({ userId: admin.user.id, ...more });

const newPassword = "correct horse battery";
const setPassword = (password: string) =>
  by("admin", "POST /admin/set-user-password", onUser({ newPassword: password }));

const checkPassword = (password: string) => (password === newPassword ? coreErrors.PASSWORD_COMPROMISED : null);

/** A call causing each error; a code without a call does not compile. */
const ways: Readonly<Record<Exclude<AdminErrorCode, "FAILED_TO_CREATE_SESSION">, Way>> = {
  YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS: {
    ask: by("user", "POST /admin/create-user", { email: "new@example.com", name: "New" }),
  },
  YOU_ARE_NOT_ALLOWED_TO_GET_USER: { ask: by("user", "GET /admin/get-user", ({ admin }) => ({ id: admin.user.id })) },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS: { ask: by("user", "POST /admin/update-user", onUser({ data: { name: "X" } })) },
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS: { ask: by("user", "GET /admin/list-users") },
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: { ask: by("user", "POST /admin/set-role", onUser({ role: "admin" })) },
  YOU_ARE_NOT_ALLOWED_TO_BAN_USERS: { ask: by("user", "POST /admin/unban-user", onUser()) },
  YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS: { ask: by("user", "POST /admin/impersonate-user", onAdmin()) },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS: { ask: by("support", "POST /admin/remove-user", onUser()) },
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD: {
    ask: by("support", "POST /admin/set-user-password", onUser({ newPassword })),
  },
  YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR: { ask: by("support", "POST /admin/reset-two-factor", onUser()) },
  YOU_CANNOT_RESET_YOUR_OWN_TWO_FACTOR: { ask: by("admin", "POST /admin/reset-two-factor", onAdmin()) },
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS: { ask: by("user", "POST /admin/list-user-sessions", onAdmin()) },
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: { ask: by("user", "POST /admin/revoke-user-sessions", onAdmin()) },
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER: { ask: by("support", "POST /admin/ban-user", onAdmin()) },
  YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS: {
    ask: by("support", "POST /admin/set-role", onUser({ role: "admin" })),
  },
  EMAIL_NOT_CONFIRMED: {
    async ask(scene) {
      const { fixture, user } = scene;
      await fixture
        .visit()
        .browser.follow(linkIn(await fixture.mailbox.waitFor(user.user.email, { kind: "verify-email" })));
      return by("admin", "POST /admin/set-role", onUser({ role: "admin" }))(scene);
    },
  },
  YOU_CANNOT_DEMOTE_YOURSELF: { ask: by("admin", "POST /admin/set-role", onAdmin({ role: "user" })) },
  YOU_CANNOT_BAN_YOURSELF: { ask: by("admin", "POST /admin/ban-user", onAdmin()) },
  YOU_CANNOT_REMOVE_YOURSELF: { ask: by("admin", "POST /admin/remove-user", onAdmin()) },
  YOU_CANNOT_SET_YOUR_OWN_PASSWORD: { ask: by("admin", "POST /admin/set-user-password", onAdmin({ newPassword })) },
  YOU_CANNOT_IMPERSONATE_YOURSELF: { ask: by("admin", "POST /admin/impersonate-user", onAdmin()) },
  YOU_CANNOT_IMPERSONATE_ADMINS: {
    async ask({ fixture, admin }) {
      const { user } = await fixture.join("chief", "admin");
      return send(admin, "POST /admin/impersonate-user", { userId: user.id });
    },
  },
  YOU_ARE_NOT_IMPERSONATING: { ask: by("admin", "POST /admin/stop-impersonating") },
  ADMINS_CANNOT_DELETE_THEMSELVES: { isOfAHook: true, ask: by("admin", "POST /delete-user") },
  ROLE_NOT_FOUND: { ask: by("admin", "POST /admin/set-role", onUser({ role: "nothing" })) },
  BANNED_USER: {
    isOfAHook: true,
    async ask({ fixture, user }) {
      await fixture.change(user.user.id, { banned: true });
      return send(fixture.visit(), "POST /sign-in/email", { email: user.user.email, password: user.password });
    },
  },
  USER_NOT_FOUND: { status: 404, ask: by("admin", "GET /admin/get-user", { id: "nobody" }) },
  USER_ALREADY_EXISTS: {
    ask: by("admin", "POST /admin/create-user", ({ user }) => ({ email: user.user.email, name: "Again" })),
  },
  INVALID_EMAIL: { ask: by("admin", "POST /admin/create-user", { email: "new@", name: "New" }) },
  EMAIL_CAN_NOT_BE_UPDATED: {
    ask: by("admin", "POST /admin/update-user", onUser({ data: { email: "other@example.com" } })),
  },
  PASSWORD_TOO_SHORT: { ask: setPassword("short") },
  PASSWORD_TOO_LONG: { ask: setPassword("long ".repeat(100)) },
  PASSWORD_TOO_COMMON: { ask: setPassword("password1") },
  PASSWORD_COMPROMISED: {
    config: { emailAndPassword: { enabled: true, checkPassword } },
    ask: setPassword(newPassword),
  },
};

// An insert of a random token must fail for FAILED_TO_CREATE_SESSION: the tests of the core have a database that does.
const codes = Object.entries(adminErrors).filter(([code]) => code !== "FAILED_TO_CREATE_SESSION");
const wayTo = new Map<string, Way>(Object.entries(ways));

test.each(codes)("%s is returned by a route with this code in its list", async (code, entry) => {
  const way = wayTo.get(code) ?? expect.fail("There is no way to it.");
  const { ask, options, config, isOfAHook = false, status = entry.status } = way;
  const deleting = { user: { deleteUser: { enabled: true, confirmByMail: false } } };
  const fixture = open({ ...(options && { options }), config: { ...deleting, ...config } });
  const scene = {
    fixture,
    admin: await fixture.join("admin", "admin"),
    support: await fixture.join("support", "support"),
    user: await fixture.join("user"),
  };
  await expectListedError(await ask(scene), [code, { ...entry, status }], { isOfAHook });
});
