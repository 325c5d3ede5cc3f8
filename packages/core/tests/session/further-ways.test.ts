import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import type { Ask } from "../../src/contract/asked.js";
import { definePlugin, type Plugin } from "../../src/contract/plugin.js";

const password = "correct horse battery staple";

/** A plugin that asks for a PIN. */
const pin = (): Plugin =>
  definePlugin({ id: "pin", hooks: { "session.ask": (): Ask => ({ methods: ["pin"], page: "/pin" }) } });

/** A plugin with keys: users whose name is "key" have some. */
const keys = (removed: string[], count = 1): Plugin =>
  definePlugin({
    id: "keys",
    hooks: {
      "session.offer": ({ user, methods }) => (user.name === "key" && methods.includes("pwd") ? ["key", "pin"] : []),
      "sign-in.ways": ({ name }) => (name === "key" ? count : 0),
      "account.claim": ({ id }) => void removed.push(id),
    },
  });

test("a plugin offers a method when another one asks, and asks nothing by itself", async () => {
  const asking = createTestAuth({ plugins: [pin(), keys([])] });
  await asking.auth.api.createUser({ email: "key@example.com", name: "key", password });
  await asking.auth.api.createUser({ email: "ann@example.com", name: "Ann", password });
  const signIn = async (email: string) => (await asking.client.signIn.email({ email, password })).data;
  expect(await signIn("key@example.com")).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["key", "pin"] });
  expect(await signIn("ann@example.com")).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["pin"] });

  const offering = createTestAuth({ plugins: [keys([])] });
  await offering.auth.api.createUser({ email: "key@example.com", name: "key", password });
  const { data } = await offering.client.signIn.email({ email: "key@example.com", password });
  expect(data).toMatchObject({ user: { email: "key@example.com" } });
});

test.each([
  { ways: 1, code: null },
  { ways: 0, code: "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT" },
])("with $ways ways to sign in beside the last account, unlinking it answers $code", async ({ ways, code }) => {
  const { signUp } = createTestAuth({ plugins: [keys([], ways)] });
  const { client } = await signUp("key@example.com", { name: "key" });
  const { error } = await client.unlinkAccount({ providerId: "credential" });
  expect(error?.code ?? null).toBe(code);
});

test("credentials of plugins go when an unverified account gets another owner, and stay otherwise", async () => {
  const removed: string[] = [];
  const { signUp, auth, mailbox, client } = createTestAuth({ plugins: [keys(removed)] });
  const resetOf = async (email: string) => {
    await client.forgetPassword({ email, redirectTo: "/new" });
    const { token } = await mailbox.waitFor(email, { kind: "reset-password" });
    expect((await client.resetPassword({ token, newPassword: "another battery staple" })).error).toBe(null);
  };
  const { user } = await signUp("ann@example.com");
  await resetOf("ann@example.com");
  expect(removed).toEqual([user.id]);
  await auth.api.createUser({ email: "bob@example.com", name: "Bob", password, emailVerified: true });
  await resetOf("bob@example.com");
  expect(removed).toEqual([user.id]);
});
