import { type AdminOptions, admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import type { AuthConfig } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { createTestAuth } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { username } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "./fixture.ts";

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

const password = "a right password";
const ann = { name: "Ann", email: "ann@example.com", password };
/** A column of the plugin, missing in the core's model. */
const adminRow: object = { role: "admin" };

type Config = Pick<AuthConfig, "emailAndPassword" | "hooks">;

function openAll({ options, config }: { readonly options?: AdminOptions; readonly config?: Config } = {}) {
  const { clientId, clientSecret, fetch } = idp;
  const fixture = createTestAuth({
    plugins: [username(), social({ providers: [google({ clientId, clientSecret })], fetch }), admin(options)],
    clientPlugins: [usernameClient(), socialClient(), adminClient()],
    config: { ...config },
  });
  idp.useClock(fixture.clock.now);
  const roleOf = async (email: string): Promise<unknown> => {
    const row: object | null = await fixture.db.find(userModel, { email });
    return row && "role" in row ? row.role : undefined;
  };
  return { ...fixture, roleOf };
}
type All = ReturnType<typeof openAll>;

const ways: readonly (readonly [way: string, make: (fixture: All) => Promise<unknown>])[] = [
  ["a sign-up by email", ({ visit }) => visit().client.signUp.email(ann)],
  ["a sign-up with a username", ({ visit }) => visit().client.signUp.email({ ...ann, username: "ann" })],
  ["a sign-in at a provider", (fixture) => comeFromGoogle(fixture)],
  ["an import", ({ auth }) => auth.api.importUsers({ users: [{ email: ann.email, name: "Ann" }] })],
  ["the server", ({ auth }) => auth.api.createUser(ann)],
  [
    "an administrator",
    async (fixture) => {
      const boss = await fixture.signUp("boss@example.com");
      await fixture.db.update(userModel, boss.user.id, adminRow);
      const { data } = await boss.client.admin.createUser(ann);
      expect(data?.user).toMatchObject({ role: await fixture.roleOf(ann.email) });
    },
  ],
];

async function comeFromGoogle({ visit }: All): Promise<void> {
  const { browser } = visit();
  const answer = await browser.post("/sign-in/social", { provider: "google", callbackURL: "/in" });
  const { url }: { readonly url: string } = await answer.json();
  const as = { subject: "118", email: ann.email, emailVerified: true, name: "Ann", picture: null };
  await browser.fetch((await idp.authorize(url, { as })).url);
}

describe.each(ways)("a user created by %s", (_, make) => {
  test('has the role "user"', async () => {
    const fixture = openAll();
    await make(fixture);
    expect(await fixture.roleOf(ann.email)).toBe("user");
  });

  test("has the role of `defaultRole`", async () => {
    const roles = { admin: { user: ["create"] }, guest: {} };
    const fixture = openAll({ options: { roles, defaultRole: "guest" } });
    await make(fixture);
    expect(await fixture.roleOf(ann.email)).toBe("guest");
  });

  test("has the role set by a hook of the app", async () => {
    const fixture = openAll({ config: { hooks: { "user.create": (draft) => ({ ...draft, role: "editor" }) } } });
    await make(fixture);
    expect(await fixture.roleOf(ann.email)).toBe("editor");
  });
});

test("the responses of sign-up and session contain the role", async () => {
  const { client } = openAll().visit();
  expect((await client.signUp.email(ann)).data?.user).toMatchObject({ role: "user" });
  expect((await client.getSession()).data?.user).toMatchObject({ role: "user" });
});

test("a sign-up with a taken address gets the same response if that is hidden", async () => {
  const fixture = openAll({ config: { emailAndPassword: { enabled: true, requireEmailVerification: true } } });
  const [free, taken] = [
    await fixture.visit().client.signUp.email(ann),
    await fixture.visit().client.signUp.email(ann),
  ];
  expect(free.data?.user).toMatchObject({ role: "user" });
  expect({ ...taken.data?.user, id: "" }).toEqual({ ...free.data?.user, id: "" });
});

test("an administrator assigns another role to a new user", async () => {
  const fixture = open();
  const boss = await fixture.join("boss", "admin");
  const { data } = await boss.client.admin.createUser({ ...ann, role: "support" });
  expect(data?.user).toMatchObject({ role: "support" });
});

test("a user without a stored role has the default role", async () => {
  const fixture = open();
  const boss = await fixture.join("boss", "admin");
  const { user } = await fixture.join("ann", null);
  expect(await fixture.rowOf(user.id)).toMatchObject({ role: null });
  const { data } = await boss.client.admin.listUsers({ filterField: "role", filterValue: "user" });
  expect(data?.users.map(({ id }) => id)).toEqual([user.id]);
});
