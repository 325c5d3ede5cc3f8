import { createAuthenticator } from "@keyhold/testing/passkey";
import { describe, expect, test } from "vitest";
import { codeOfUri } from "../../../tests/harness/authenticator-app.ts";
import { open } from "./fixture.ts";

/** An auth, and a user whose session knows the password of a moment ago and no second factor. */
async function enrolled({ asSecondFactor = false, mustHaveFactor = false }) {
  let isRequired = false;
  const fixture = open({ options: { asSecondFactor }, isRequired: () => isRequired });
  const ann = await fixture.enrol("ann");
  isRequired = mustHaveFactor;
  fixture.clock.forward({ minutes: 11 });
  expect((await ann.client.stepUp.password({ password: ann.password })).error).toBe(null);
  return { ...fixture, ...ann };
}

type User = Awaited<ReturnType<typeof enrolled>>;

const changes = {
  "add an authenticator app": ({ client, password }: User) => client.twoFactor.enable({ password }),
  "add a passkey": ({ client }: User) => client.passkey.generateRegisterOptions(),
  "delete the passkey": ({ client, passkey }: User) => client.passkey.deletePasskey({ id: passkey.id }),
};

describe.each(Object.entries(changes))("to %s", (_, change) => {
  test.each([{ asSecondFactor: true }, { mustHaveFactor: true }])(
    "a user whose passkey is the second factor by %o needs that factor, and not the password alone",
    async (settings) => {
      const user = await enrolled(settings);
      expect((await change(user)).error).toMatchObject({
        status: 403,
        code: "STEP_UP_REQUIRED",
        stepUp: { methods: ["passkey"], factors: 2 },
      });
      const { data } = await user.client.stepUp.passkeyOptions();
      if (!data) throw new Error("No options.");
      const proven = await user.client.stepUp.passkey({ response: user.device.authenticate(data) });
      expect(proven.error).toBe(null);
      expect((await change(user)).error).toBe(null);
    },
  );

  test("the password is enough for a user whose passkey is a way to sign in only", async () => {
    expect((await change(await enrolled({}))).error).toBe(null);
  });
});

test("with asSecondFactor the first passkey is added without a second factor", async () => {
  const { signUp, add, passkeysOf } = open({ options: { asSecondFactor: true } });
  const { client, user } = await signUp("ann@example.com");
  expect((await add(client, createAuthenticator())).error).toBe(null);
  expect(await passkeysOf(user.id)).toHaveLength(1);
});

test("a deleted passkey that is a second factor ends the pending sign-ins of its user", async () => {
  const { enrol, add, visit, signInWith } = open({ options: { asSecondFactor: true } });
  const ann = await enrol("ann");
  const options = await ann.client.stepUp.passkeyOptions();
  if (!options.data) throw new Error("No options.");
  await ann.client.stepUp.passkey({ response: ann.device.authenticate(options.data) });
  const key = createAuthenticator({ verifies: false });
  expect((await add(ann.client, key)).error).toBe(null);

  const { client } = visit();
  const begun = await client.signIn.email({ email: ann.email, password: ann.password });
  expect(begun.data).toMatchObject({ twoFactorRedirect: true });
  expect((await ann.client.passkey.deletePasskey({ id: ann.passkey.id })).error).toBe(null);
  // Without the password before, the key is one factor.
  expect((await signInWith(client, key)).error?.code).toBe("USER_VERIFICATION_REQUIRED");
  expect((await client.getSession()).data).toBe(null);
});

test("a session without the second factor that the user has enrolled in another session since the options adds no passkey", async () => {
  const { signUp, visit, makeCredential, passkeysOf, clock } = open();
  const ann = await signUp("ann@example.com");
  const other = visit();
  await other.client.signIn.email({ email: "ann@example.com", password: ann.password });
  const { response } = await makeCredential(other.client, createAuthenticator());
  const { totpURI = "" } = (await ann.client.twoFactor.enable({ password: ann.password })).data ?? {};
  const code = codeOfUri(totpURI, clock.now());
  expect((await ann.client.twoFactor.verifyTotp({ code, revokeOtherSessions: false })).error).toBe(null);
  const refused = await other.client.passkey.verifyRegistration({ response });
  expect(refused.error).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
  expect(await passkeysOf(ann.user.id)).toEqual([]);
});
