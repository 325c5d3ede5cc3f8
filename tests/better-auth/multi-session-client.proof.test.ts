import { multiSession } from "@keyhold/multi-session";
import { createTestAuth } from "@keyhold/testing";
import { createAuthClient } from "better-auth-newest/client";
import { multiSessionClient } from "better-auth-newest/client/plugins";
import { expect, test } from "vitest";

/** The newest client of better-auth, as it is, against an auth of this library. */

const baseURL = "https://app.example.com";
const password = "correct horse battery staple";

function open() {
  const fixture = createTestAuth({ plugins: [multiSession()] });
  const { browser } = fixture.visit();
  const customFetchImpl = (input: string | URL | Request, init?: RequestInit) => browser.fetch(input as URL, init);
  const client = createAuthClient({ baseURL, fetchOptions: { customFetchImpl }, plugins: [multiSessionClient()] });
  const list = async () => (await client.multiSession.listDeviceSessions()).data ?? [];
  const tokenOf = async (name: string) => (await list()).find(({ user }) => user.name === name)?.session.token ?? "";
  const active = async () => (await client.getSession()).data?.user.name ?? null;
  async function signUp(name: string): Promise<void> {
    fixture.clock.forward({ seconds: 1 });
    expect((await client.signUp.email({ name, email: `${name}@example.com`, password })).error).toBe(null);
  }
  return { client, list, tokenOf, active, signUp };
}

test("the client of better-auth 1.7 lists, switches, revokes and signs out", async () => {
  const { client, list, tokenOf, active, signUp } = open();
  for (const name of ["ada", "bob", "cyd"]) await signUp(name);
  expect((await list()).map(({ user }) => user.name)).toEqual(["cyd", "bob", "ada"]);
  const switched = await client.multiSession.setActive({ sessionToken: await tokenOf("ada") });
  expect(switched.data).toMatchObject({ session: { token: expect.any(String) }, user: { name: "ada" } });
  expect(await active()).toBe("ada");
  expect((await client.multiSession.revoke({ sessionToken: await tokenOf("ada") })).data).toEqual({ status: true });
  expect(await active()).toBe("cyd");
  await client.signOut();
  expect([await active(), await list()]).toEqual([null, []]);
});

test("the client of better-auth 1.7 gets an error for another session", async () => {
  const { client, signUp } = open();
  await signUp("ada");
  const { error } = await client.multiSession.setActive({ sessionToken: "x".repeat(32) });
  expect(error).toMatchObject({ status: 401, code: "INVALID_SESSION_TOKEN" });
});
