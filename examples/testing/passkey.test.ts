import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth } from "@keyhold/testing";
import { type Authenticator, createAuthenticator } from "@keyhold/testing/passkey";
import { expect, test } from "vitest";

const { signUp, visit } = createTestAuth({ plugins: [passkey()], clientPlugins: [passkeyClient()] });

/** A user with a passkey of this authenticator. */
async function signUpWith(authenticator: Authenticator, email: string) {
  const { client, user } = await signUp(email);
  const { data: options } = await client.passkey.generateRegisterOptions();
  if (!options) throw new Error("The server offers no registration.");
  await client.passkey.verifyRegistration({ name: "Phone", response: authenticator.register(options) });
  return { client, user };
}

/** Signs in with the passkey, in a new browser. */
async function signInWith(authenticator: Authenticator) {
  const { client } = visit();
  const { data: options } = await client.passkey.generateAuthenticateOptions();
  if (!options) throw new Error("The server offers no sign-in.");
  return client.passkey.verifyAuthentication({ response: authenticator.authenticate(options) });
}

test("a user signs in with a passkey", async () => {
  const phone = createAuthenticator();
  const { user } = await signUpWith(phone, "ada@example.com");
  expect((await signInWith(phone)).data).toMatchObject({ user: { id: user.id } });
});

test("a deleted passkey no longer signs in", async () => {
  const phone = createAuthenticator();
  const { client } = await signUpWith(phone, "grace@example.com");
  const { data: passkeys } = await client.passkey.listUserPasskeys();
  for (const { id } of passkeys ?? []) await client.passkey.deletePasskey({ id });
  expect((await signInWith(phone)).error?.code).toBe("PASSKEY_NOT_FOUND");
});
