import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { github } from "@keyhold/social/github";
import { createTestAuth } from "@keyhold/testing";
import { dialects, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, afterEach, expect, test } from "vitest";

const idp = await startIdentityProvider();
const { clientId, clientSecret, fetch } = idp;
const { visit } = createTestAuth({
  plugins: [social({ providers: [github({ clientId, clientSecret })], fetch })],
  clientPlugins: [socialClient()],
});
afterEach(() => idp.recover());
afterAll(() => idp.stop());

/** A new browser starts a sign-in. */
async function setOut() {
  const { client, browser } = visit();
  const pages = { callbackURL: "/home", errorCallbackURL: "/sign-in" };
  const { data } = await client.signIn.social({ provider: "github", ...pages });
  return { client, browser, url: data && "url" in data ? data.url : "" };
}

test("a user signs in with GitHub", async () => {
  const { client, browser, url } = await setOut();
  const back = await browser.fetch((await idp.authorize(url)).url);
  expect(back.headers.get("location")).toBe("https://app.example.com/home");
  expect((await client.getSession()).data?.user.email).toBe(dialects.github.sample.email);
});

test("a user who denies access returns to the page", async () => {
  const { browser, url } = await setOut();
  const back = await browser.fetch((await idp.authorize(url, { deny: true })).url);
  expect(back.headers.get("location")).toBe("https://app.example.com/sign-in?error=access_denied");
});

test("a user is asked to try again while GitHub is broken", async () => {
  const { browser, url } = await setOut();
  idp.fail({ answers: { profile: { status: 500 } } });
  const back = await browser.fetch((await idp.authorize(url)).url);
  expect(back.headers.get("location")).toContain("/sign-in?error=unable_to_get_user_info");
});
