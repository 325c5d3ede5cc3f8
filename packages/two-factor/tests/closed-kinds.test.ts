import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { expect, test } from "vitest";
import { codeOf, readSecret, stepOf } from "../src/codes/totp.js";
import { password } from "./fixture.ts";

const email = "ada@example.com";

test("a passkey opens a kind of codes that a hundred wrong ones have closed", async () => {
  const fixture = createTestAuth({
    plugins: [twoFactor(), passkey()],
    clientPlugins: [twoFactorClient(), passkeyClient()],
  });
  const ada = await fixture.signUp(email);
  const device = createAuthenticator();
  const { data: creation } = await ada.client.passkey.generateRegisterOptions();
  if (!creation) throw new Error("No options of a registration.");
  expect((await ada.client.passkey.verifyRegistration({ response: device.register(creation) })).error).toBe(null);
  const { totpURI = "" } = (await ada.client.twoFactor.enable({ password })).data ?? {};
  const secret = readSecret(new URL(totpURI).searchParams.get("secret") ?? "") ?? new Uint8Array();
  const code = (steps = 0) => codeOf(secret, stepOf(fixture.clock.now()) + steps);
  expect((await ada.client.twoFactor.verifyTotp({ code: code() })).error).toBe(null);

  const begin = async () => {
    const visit = fixture.visit();
    await visit.client.signIn.email({ email, password });
    return visit.client;
  };
  const wrong = () => ["000000", "111111", "222222", "333333"].find((one) => ![-1, 0, 1].map(code).includes(one)) ?? "";
  for (let compared = 0; compared < 100; compared += 1) {
    fixture.clock.forward({ hours: 1 });
    const { error } = await (await begin()).twoFactor.verifyTotp({ code: wrong() });
    expect(error?.code).toBe("INVALID_CODE");
  }
  fixture.clock.forward({ days: 1 });
  expect((await (await begin()).twoFactor.verifyTotp({ code: code() })).error?.code).toBe("TOO_MANY_ATTEMPTS");

  const owner = await begin();
  const { data: request } = await owner.passkey.generateAuthenticateOptions();
  if (!request) throw new Error("No options of an authentication.");
  const response = device.authenticate(request);
  expect((await owner.passkey.verifyAuthentication({ response })).error).toBe(null);
  expect((await (await begin()).twoFactor.verifyTotp({ code: code() })).error).toBe(null);
});
