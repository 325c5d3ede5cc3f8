import { jwt } from "@keyhold/jwt";
import { createVerifier } from "@keyhold/jwt/verify";
import { createTestAuth } from "@keyhold/testing";
import { createAuthClient } from "better-auth-newest/client";
import { jwtClient } from "better-auth-newest/client/plugins";
import { expect, test } from "vitest";

/** The newest client of better-auth, as it is, against an auth of this library. */

const baseURL = "https://app.example.com";

test("the client of better-auth 1.7 gets a token, by call and by header, and the keys that verify both", async () => {
  const fixture = createTestAuth({ plugins: [jwt({ setAuthJwt: true })] });
  const { browser } = fixture.visit();
  const client = createAuthClient({
    baseURL,
    fetchOptions: { customFetchImpl: (input, init) => browser.fetch(input as URL, init) },
    plugins: [jwtClient()],
  });
  const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery staple" };
  const { data: signedUp } = await client.signUp.email(account);
  const tokens = [(await client.token()).data?.token ?? ""];
  await client.getSession({
    fetchOptions: { onSuccess: ({ response }) => void tokens.push(response.headers.get("set-auth-jwt") ?? "") },
  });
  const { data } = await client.jwks();
  if (!data) throw new Error("no keys");
  const verify = createVerifier({ issuer: baseURL, audience: baseURL, keys: data, now: () => fixture.clock.now() });
  for (const token of tokens) expect((await verify(token)).sub).toBe(signedUp?.user.id);
});
