import { apiKeyClient } from "@better-auth/api-key/client";
import { apiKey } from "@keyhold/api-key";
import { createTestAuth } from "@keyhold/testing";
import { createAuthClient } from "better-auth-newest/client";
import { expect, test } from "vitest";

/** The client of `@better-auth/api-key`, as it is, against an auth of this library. */

const baseURL = "https://app.example.com";

function openFixture() {
  const fixture = createTestAuth({ plugins: [apiKey({ enableMetadata: true })] });
  const { browser } = fixture.visit();
  const client = createAuthClient({
    baseURL,
    fetchOptions: { customFetchImpl: (input, init) => browser.fetch(input as URL, init) },
    plugins: [apiKeyClient()],
  });
  return { auth: fixture.auth, client };
}

test("the client of better-auth 1.7 creates, lists, gets, changes and deletes a key", async () => {
  const { auth, client } = openFixture();
  const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery staple" };
  expect((await client.signUp.email(account)).error).toBe(null);
  const week = 7 * 86_400;
  const made = await client.apiKey.create({ name: "deploy", expiresIn: week, prefix: "acme", metadata: { a: 1 } });
  expect(made.error).toBe(null);
  expect(made.data).toMatchObject({
    name: "deploy",
    prefix: "acme",
    enabled: true,
    metadata: { a: 1 },
    remaining: null,
  });
  const { id = "", key = "" } = made.data ?? {};
  expect(await auth.api.verifyApiKey({ key })).toMatchObject({ valid: true });

  expect((await client.apiKey.list()).data).toMatchObject({ apiKeys: [{ id, name: "deploy" }], total: 1 });
  expect((await client.apiKey.list({ query: { limit: 1, offset: 1, sortBy: "createdAt" } })).data).toMatchObject({
    apiKeys: [],
    total: 1,
  });
  expect((await client.apiKey.get({ query: { id } })).data).toMatchObject({ id, start: key.slice(0, 15) });
  expect((await client.apiKey.update({ keyId: id, name: "ci" })).data).toMatchObject({ id, name: "ci" });
  expect((await client.apiKey.delete({ keyId: id })).data).toEqual({ success: true });
  expect((await client.apiKey.get({ query: { id } })).error).toMatchObject({ status: 404, code: "KEY_NOT_FOUND" });
  expect(await auth.api.verifyApiKey({ key })).toMatchObject({ valid: false });
});
