import { type MagicLinkOptions, magicLink } from "@keyhold/magic-link";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { createAuthClient } from "better-auth-newest/client";
import { magicLinkClient } from "better-auth-newest/client/plugins";
import { expect, test } from "vitest";

/** The newest client of better-auth, as it is, against an auth of this library. */

const baseURL = "https://app.example.com";
const email = "ada@example.com";
/** What a browser sends with each call of a script. */
const ofScript = { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" };

function openFixture(options: Partial<MagicLinkOptions> = {}) {
  const fixture = createTestAuth({ plugins: [magicLink(options)] });
  function open() {
    const { browser } = fixture.visit();
    const client = createAuthClient({
      baseURL,
      fetchOptions: {
        customFetchImpl(input, init) {
          const headers = new Headers(init?.headers);
          for (const [name, value] of Object.entries(ofScript)) headers.set(name, value);
          return browser.fetch(input as URL, { ...init, headers });
        },
      },
      plugins: [magicLinkClient()],
    });
    return { browser, client };
  }
  const newLink = async () => linkIn(await fixture.mailbox.waitFor(email, { kind: "magic-link.sign-in" }));
  return { ...fixture, open, newLink };
}

test("the client of better-auth 1.7 asks for a link, and its browser is signed in by opening the link", async () => {
  const { open, newLink } = openFixture();
  const { browser, client } = open();
  const asked = await client.signIn.magicLink({
    email,
    name: "Ada",
    callbackURL: "/in",
    newUserCallbackURL: "/new",
    errorCallbackURL: "/out",
  });
  expect(asked).toMatchObject({ data: { status: true }, error: null });
  const answer = await browser.fetch(await newLink(), { headers: { accept: "text/html" } });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `${baseURL}/new`]);
  expect((await client.getSession()).data?.user).toMatchObject({ email, name: "Ada", emailVerified: true });
});

test("the client of better-auth 1.7 signs in by the token of a link, once", async () => {
  const { open, newLink } = openFixture();
  await open().client.signIn.magicLink({ email });
  const token = (await newLink()).searchParams.get("token") ?? "";
  const { client } = open();
  const verified = await client.magicLink.verify({ query: { token } });
  expect(verified.data).toMatchObject({ token: expect.any(String), user: { email } });
  expect((await client.getSession()).data?.user).toMatchObject({ email });
  const again = await open().client.magicLink.verify({ query: { token } });
  expect(again.error).toMatchObject({ status: 400, code: "INVALID_TOKEN" });
});

test("the client of better-auth 1.7 gets an error for an invalid address", async () => {
  const { error } = await openFixture().open().client.signIn.magicLink({ email: "ada" });
  expect(error).toMatchObject({ status: 400, code: "INVALID_EMAIL" });
});
