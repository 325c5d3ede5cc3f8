import { afterAll, beforeAll, expect, test } from "vitest";
import { authorizationUrl, read, redeem, withToken } from "../../tests/oauth-client.js";
import { type IdentityProvider, type Json, startIdentityProvider } from "../identity-provider.js";
import { readSent } from "./browse.js";
import { exampleDialect } from "./example.js";

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

/** The profile of the user after a submitted form. */
async function profileOf(fields: Readonly<Record<string, string>>): Promise<Json> {
  const dialect = exampleDialect(idp.origin);
  const response = await idp.fetch(authorizationUrl(idp, dialect), {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  const { url } = await readSent(response);
  const tokens = await read(await redeem(idp, dialect, new URL(url).searchParams.get("code") ?? ""));
  return read(await idp.fetch(`${idp.origin}/userinfo`, withToken(tokens.access_token)));
}

test("a user who is chosen on the page is signed in", async () => {
  expect(await profileOf({ subject: "alan" })).toEqual({
    sub: "alan",
    email: "alan@example.com",
    email_verified: false,
    name: "Alan Turing",
    picture: null,
  });
});

test("a typed user has that name and email address, verified or not", async () => {
  const bob = { name: "Bob", email: "bob@example.org" };
  expect(await profileOf({ ...bob, email_verified: "true" })).toMatchObject({ ...bob, email_verified: true });
  expect(await profileOf(bob)).toMatchObject({ ...bob, email_verified: false });
});

test("the same typed email address is the same user, and another one is another user", async () => {
  const { sub } = await profileOf({ name: "Bob", email: "bob@example.org" });
  expect(sub).toMatch(/^\d{1,15}$/);
  expect((await profileOf({ name: "Robert", email: "bob@example.org" })).sub).toBe(sub);
  expect((await profileOf({ name: "Bob", email: "bob@example.net" })).sub).not.toBe(sub);
});

test("a typed user with the email address of a listed one is not that user", async () => {
  expect((await profileOf({ name: "Mallory", email: "ada@example.com" })).sub).not.toBe("ada");
});
