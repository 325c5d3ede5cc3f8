import { oneTimeToken } from "@keyhold/one-time-token";
import { createTestAuth } from "@keyhold/testing";
import { createAuthClient } from "better-auth-newest/client";
import { oneTimeTokenClient } from "better-auth-newest/client/plugins";
import { expect, test } from "vitest";

/** The newest client of better-auth, as it is, against an auth of this library. */

const baseURL = "https://app.example.com";
/** What a browser sends with each call of a script. */
const ofScript = { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" };

function openFixture() {
  const fixture = createTestAuth({ plugins: [oneTimeToken()] });
  function open() {
    const { browser } = fixture.visit();
    return createAuthClient({
      baseURL,
      fetchOptions: {
        customFetchImpl(input, init) {
          const headers = new Headers(init?.headers);
          for (const [name, value] of Object.entries(ofScript)) headers.set(name, value);
          return browser.fetch(input as URL, { ...init, headers });
        },
      },
      plugins: [oneTimeTokenClient()],
    });
  }
  return open;
}

test("the client of better-auth 1.7 carries a sign-in to another client, once", async () => {
  const open = openFixture();
  const first = open();
  const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery staple" };
  expect((await first.signUp.email(account)).error).toBe(null);
  const token = (await first.oneTimeToken.generate()).data?.token ?? "";
  const second = open();
  const { data } = await second.oneTimeToken.verify({ token });
  expect(data).toMatchObject({ session: { token: expect.any(String) }, user: { email: account.email } });
  expect((await second.getSession()).data?.user.email).toBe(account.email);
  const again = await open().oneTimeToken.verify({ token });
  expect(again.error).toMatchObject({ status: 400, code: "INVALID_TOKEN" });
});
