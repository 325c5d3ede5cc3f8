import { social } from "@keyhold/social";
import { createTestAuth } from "@keyhold/testing";
import { startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, afterEach, expect, test } from "vitest";
import { acme } from "./acme.ts";

const idp = await startIdentityProvider();
afterEach(() => idp.recover());
afterAll(() => idp.stop());

async function comeByAcme() {
  const { browser, client } = createTestAuth({ plugins: [social({ providers: [acme(idp)] })] });
  const { url } = await (await browser.post("/sign-in/social", { provider: "acme" })).json();
  const back = await idp.authorize(url);
  const landing = await browser.fetch(back.url);
  return { location: landing.headers.get("location"), user: (await client.getSession()).data?.user };
}

test("a new user signs in with Acme, with a verified email address", async () => {
  const { user } = await comeByAcme();
  expect(user).toMatchObject({ name: "Ada Lovelace", email: "ada@example.com", emailVerified: true });
});

test('the text "true" does not verify an email address', async () => {
  idp.fail({ profile: (answer) => ({ ...Object(answer), email_verified: "true" }) });
  expect((await comeByAcme()).user).toMatchObject({ email: "ada@example.com", emailVerified: false });
});

test("a profile without an id is rejected", async () => {
  idp.fail({ profile: (answer) => ({ ...Object(answer), sub: undefined }) });
  const { location, user } = await comeByAcme();
  expect(location).toContain("error=unable_to_get_user_info");
  expect(user).toBe(undefined);
});
