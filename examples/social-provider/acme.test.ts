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

test("somebody new comes by Acme, with an address that is proven", async () => {
  const { user } = await comeByAcme();
  expect(user).toMatchObject({ name: "Ada Lovelace", email: "ada@example.com", emailVerified: true });
});

test("an address is not proven by a text that says so", async () => {
  idp.fail({ profile: (answer) => ({ ...Object(answer), email_verified: "true" }) });
  expect((await comeByAcme()).user).toMatchObject({ email: "ada@example.com", emailVerified: false });
});

test("nobody comes in of whom Acme does not say who it is", async () => {
  idp.fail({ profile: (answer) => ({ ...Object(answer), sub: undefined }) });
  const { location, user } = await comeByAcme();
  expect(location).toContain("error=unable_to_get_user_info");
  expect(user).toBe(undefined);
});
