import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { direct } from "@keyhold/passkey/attestation";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registerWithCertificates, registerWithSelfAttestation } from "./android-key.ts";
import { open } from "./fixture.ts";

/** A server in the network of the app, and the requested paths. */
const asked: string[] = [];
const server = createServer(({ url = "" }, response) => {
  asked.push(url);
  response.end();
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/revoked`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  asked.length = 0;
});

/** Formats with certificates. */
const formats = ["android-key", "android-safetynet", "apple", "packed", "fido-u2f", "tpm"];

describe.each([
  ["none", "none"],
  ["direct", direct()],
] as const)("with attestation %s", (_, attestation) => {
  test.each(formats)("a statement of %s has the server send no request to a URL in its certificates", async (fmt) => {
    const { signUp, logged } = open({ options: { attestation } });
    const { client } = await signUp("ann@example.com");
    const { data } = await client.passkey.generateRegisterOptions();
    if (!data) throw new Error("No options.");
    const response = registerWithCertificates(data, url, fmt);
    const { error } = await client.passkey.verifyRegistration({ response });
    expect([null, "FAILED_TO_VERIFY_REGISTRATION"]).toContain(error?.code ?? null);
    expect(asked).toEqual([]);
    expect(logged).toEqual([]);
  });
});

test("a sign-up has the server send none either", async () => {
  const { client } = open({ options: { signUp: true } });
  const { data } = await client.passkey.signUpOptions({ name: "Ann", email: "ann@example.com" });
  if (!data) throw new Error("No options.");
  expect((await client.passkey.signUp({ response: registerWithCertificates(data, url) })).error).toBe(null);
  expect(asked).toEqual([]);
});

test("a statement that is not read states no make", async () => {
  const aaguid = "00000000-0000-0000-0000-000000000000";
  const { signUp } = open({ options: { attestation: direct(), allowedAaguids: [aaguid] } });
  const { client } = await signUp("ann@example.com");
  const { data } = await client.passkey.generateRegisterOptions();
  if (!data) throw new Error("No options.");
  const refused = await client.passkey.verifyRegistration({ response: registerWithCertificates(data, url) });
  expect(refused.error).toMatchObject({ status: 400, code: "FAILED_TO_VERIFY_REGISTRATION" });
});

test("a self attestation states no make", async () => {
  const aaguid = "00000000-0000-0000-0000-000000000000";
  const { signUp } = open({ options: { attestation: direct(), allowedAaguids: [aaguid] } });
  const { client } = await signUp("ann@example.com");
  const { data } = await client.passkey.generateRegisterOptions();
  if (!data) throw new Error("No options.");
  const refused = await client.passkey.verifyRegistration({ response: registerWithSelfAttestation(data) });
  expect(refused.error).toMatchObject({ status: 400, code: "FAILED_TO_VERIFY_REGISTRATION" });
});

test("a format that does not exist is refused", async () => {
  const { signUp } = open();
  const { client } = await signUp("ann@example.com");
  const { data } = await client.passkey.generateRegisterOptions();
  if (!data) throw new Error("No options.");
  const response = registerWithCertificates(data, url, "__proto__");
  const refused = await client.passkey.verifyRegistration({ response });
  expect(refused.error).toMatchObject({ status: 400, code: "FAILED_TO_VERIFY_REGISTRATION" });
});
