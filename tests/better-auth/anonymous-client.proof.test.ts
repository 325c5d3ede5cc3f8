import { anonymous } from "@keyhold/anonymous";
import { createTestAuth } from "@keyhold/testing";
import { createAuthClient } from "better-auth-newest/client";
import { anonymousClient } from "better-auth-newest/client/plugins";
import { expect, test } from "vitest";

/** The newest client of better-auth, as it is, against an auth of this library. */

const baseURL = "https://app.example.com";
const email = "ada@example.com";
const password = "correct horse battery staple";

function openFixture() {
  const fixture = createTestAuth({ plugins: [anonymous()] });
  function open() {
    const { browser } = fixture.visit();
    return createAuthClient({
      baseURL,
      fetchOptions: { customFetchImpl: (input, init) => browser.fetch(input as URL, init) },
      plugins: [anonymousClient()],
    });
  }
  return { ...fixture, open };
}

test("the client of better-auth 1.7 signs a guest in, and up with the id of the guest", async () => {
  const client = openFixture().open();
  const guest = await client.signIn.anonymous();
  expect(guest.data).toMatchObject({ token: expect.any(String), user: { isAnonymous: true, name: "Anonymous" } });
  const id = guest.data?.user.id;
  expect((await client.getSession()).data?.user).toMatchObject({ id, isAnonymous: true });
  const again = await client.signIn.anonymous();
  expect(again.error).toMatchObject({ status: 400, code: "ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY" });
  await client.signUp.email({ name: "Ada", email, password });
  expect((await client.getSession()).data?.user).toMatchObject({ id, email, isAnonymous: false });
});

test("the client of better-auth 1.7 deletes a guest, and no user", async () => {
  const { open } = openFixture();
  const client = open();
  await client.signIn.anonymous();
  expect(await client.deleteAnonymousUser()).toMatchObject({ data: { success: true }, error: null });
  expect((await client.getSession()).data).toBe(null);
  await client.signUp.email({ name: "Ada", email, password });
  expect((await client.deleteAnonymousUser()).error).toMatchObject({ status: 403, code: "USER_IS_NOT_ANONYMOUS" });
});
