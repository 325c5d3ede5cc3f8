import { generateKeyPairSync } from "node:crypto";
import { direct } from "@keyhold/passkey/attestation";
import { type Cbor, coseKeyOf, createAuthenticator, encodeCbor, type ForgedAnswer } from "@keyhold/testing/passkey";
import { describe, expect, test } from "vitest";
import { open } from "./fixture.ts";

/** What a page, a browser or a device must not say in a ceremony. */
const forgeries: readonly { readonly what: string; readonly forged: ForgedAnswer }[] = [
  { what: "a foreign origin", forged: { origin: "https://evil.example.com" } },
  { what: "an origin that begins alike", forged: { origin: "https://app.example.com.evil.example" } },
  { what: "an origin of another scheme", forged: { origin: "http://app.example.com" } },
  { what: "another relying party", forged: { rpId: "evil.example.com" } },
  { what: "a frame of another origin", forged: { crossOrigin: true } },
  { what: "a foreign top origin", forged: { crossOrigin: true, topOrigin: "https://evil.example.com" } },
  { what: "a top origin without a frame", forged: { topOrigin: "https://evil.example.com" } },
  { what: "a frame that is no boolean", forged: { crossOrigin: "false" } },
  { what: "an absent user", forged: { isPresent: false } },
  { what: "a copy of a passkey that cannot be copied", forged: { isEligible: false, isBackedUp: true } },
  { what: "another challenge", forged: { challenge: "A".repeat(43) } },
  { what: "the type of the other ceremony", forged: {} },
];
const forgeriesOf = (otherType: string) =>
  forgeries.map(({ what, forged }) => ({
    what,
    forged: Object.keys(forged).length > 0 ? forged : { type: otherType },
  }));

describe("a registration is refused", () => {
  test.each(forgeriesOf("webauthn.get"))("with $what", async ({ forged }) => {
    const { signUp, add, logged } = open();
    const { client } = await signUp("ann@example.com");
    const refused = await add(client, createAuthenticator(), forged);
    expect(refused.error).toMatchObject({ status: 400, code: "FAILED_TO_VERIFY_REGISTRATION" });
    expect((await client.passkey.listUserPasskeys()).data).toEqual([]);
    expect(logged).toEqual([]);
  });

  const ec = coseKeyOf("ES256", generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey);
  const rsa = (bits: number) => coseKeyOf("RS256", generateKeyPairSync("rsa", { modulusLength: bits }).publicKey);
  const change = (key: ReadonlyMap<number, Cbor>, label: number, value: Cbor | null) => {
    const changed = new Map(key);
    if (value === null) changed.delete(label);
    else changed.set(label, value);
    return changed;
  };

  test.each([
    { what: "without y", coseKey: change(ec, -3, null) },
    { what: "off the curve", coseKey: change(ec, -3, Buffer.alloc(32, 7)) },
    { what: "with a short x", coseKey: change(ec, -2, Buffer.alloc(31, 7)) },
    { what: "of another curve", coseKey: change(ec, -1, 2) },
    { what: "of another kind than its algorithm", coseKey: change(ec, 1, 3) },
    { what: "of another algorithm", coseKey: change(ec, 3, -35) },
    { what: "of RSA with 1,024 bits", coseKey: rsa(1024) },
    { what: "of RSA with 2,040 bits", coseKey: rsa(2040) },
    { what: "of RSA with zeros before 1,024 bits", coseKey: padded(rsa(1024)) },
    { what: "of RSA with the exponent 1", coseKey: change(rsa(2048), -2, Buffer.from([1])) },
    {
      what: "of Ed25519 with 31 bytes",
      coseKey: new Map<number, Cbor>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, Buffer.alloc(31)],
      ]),
    },
    { what: "that is an empty map", coseKey: new Map<number, Cbor>() },
  ])("with a public key $what", async ({ coseKey }) => {
    const { signUp, add, logged } = open();
    const { client } = await signUp("ann@example.com");
    const refused = await add(client, createAuthenticator(), { coseKey });
    expect(refused.error).toMatchObject({ status: 400, code: "FAILED_TO_VERIFY_REGISTRATION" });
    expect(logged).toEqual([]);
  });

  test("with an id of 1,024 bytes", async () => {
    const { signUp, add } = open();
    const { client } = await signUp("ann@example.com");
    const refused = await add(client, createAuthenticator({ idLength: 1024 }));
    expect(refused.error).toMatchObject({ status: 400, code: "FAILED_TO_VERIFY_REGISTRATION" });
  });

  test("without verification of the user, if that is required", async () => {
    const { signUp, add } = open({ options: { userVerification: "required" } });
    const { client } = await signUp("ann@example.com");
    const refused = await add(client, createAuthenticator({ verifies: false }));
    expect(refused.error?.code).toBe("FAILED_TO_VERIFY_REGISTRATION");
    expect((await add(client, createAuthenticator())).error).toBe(null);
  });

  test("of a device whose make is not allowed, or not stated", async () => {
    const aaguid = "ee882879-721c-4913-9775-3dfcce97072a";
    const { signUp, add } = open({ options: { attestation: direct(), allowedAaguids: [aaguid] } });
    const { client } = await signUp("ann@example.com");
    for (const device of [createAuthenticator(), createAuthenticator({ aaguid })])
      expect((await add(client, device)).error?.code).toBe("FAILED_TO_VERIFY_REGISTRATION");
  });

  test("with the challenge of another session, of another user, of a sign-in, or used before", async () => {
    const { signUp, visit, makeCredential, useDevice } = open();
    const ann = await signUp("ann@example.com");
    const absent = { status: 400, code: "CHALLENGE_NOT_FOUND" };
    const device = createAuthenticator();

    // Ann's browser, after another sign-in.
    const { response } = await makeCredential(ann.client, device);
    await ann.client.signIn.email({ email: "ann@example.com", password: ann.password });
    expect((await ann.client.passkey.verifyRegistration({ response })).error).toMatchObject(absent);

    const bob = await signUp("bob@example.com");
    const ofBob = await makeCredential(bob.client, device);
    expect((await ann.client.passkey.verifyRegistration({ response: ofBob.response })).error).toMatchObject(absent);

    const other = visit();
    await other.client.signIn.email({ email: "ann@example.com", password: ann.password });
    const elsewhere = await makeCredential(ann.client, device);
    expect((await other.client.passkey.verifyRegistration({ response: elsewhere.response })).error).toMatchObject(
      absent,
    );

    await other.client.passkey.generateAuthenticateOptions();
    expect((await other.client.passkey.verifyRegistration({ response: elsewhere.response })).error).toMatchObject(
      absent,
    );

    expect((await ann.client.passkey.verifyRegistration({ response: elsewhere.response })).error).toBe(null);
    expect((await ann.client.passkey.verifyRegistration({ response: elsewhere.response })).error).toMatchObject(absent);
    expect((await useDevice(ann.client, device)).id).toBe(device.id);
  });

  test("in a session that an administrator has ended meanwhile", async () => {
    const { signUp, makeCredential, auth, passkeysOf } = open();
    const { client, user } = await signUp("ann@example.com");
    const { response } = await makeCredential(client, createAuthenticator());
    await auth.api.revokeUserSessions({ userId: user.id });
    expect((await client.passkey.verifyRegistration({ response })).error?.status).toBe(401);
    expect(await passkeysOf(user.id)).toEqual([]);
  });
});

function padded(key: ReadonlyMap<number, Cbor>): Map<number, Cbor> {
  const changed = new Map(key);
  changed.set(-1, Buffer.concat([Buffer.alloc(128), changed.get(-1) as Buffer]));
  return changed;
}

describe("a sign-in is refused", () => {
  test.each([
    ...forgeriesOf("webauthn.create"),
    { what: "the user handle of another user", forged: { userHandle: Buffer.alloc(64).toString("base64url") } },
    {
      what: "a signature of another key",
      forged: { key: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey },
    },
    { what: "a passkey that can be copied now", forged: { isEligible: true } },
  ])("with $what", async ({ forged }) => {
    const { enrol, visit, signInWith, passkeysOf, logged } = open();
    const { device, user, passkey } = await enrol("ann");
    const { client } = visit();
    const refused = await signInWith(client, device, forged);
    expect(refused.error).toMatchObject({ status: 400, code: "AUTHENTICATION_FAILED" });
    expect((await client.getSession()).data).toBe(null);
    expect(await passkeysOf(user.id)).toMatchObject([{ counter: passkey.counter, lastUsedAt: null, clonedAt: null }]);
    expect(logged).toEqual([]);
  });

  test("without verification of the user, if that is required", async () => {
    const { enrol, visit, signInWith } = open({ options: { userVerification: "required" } });
    const { device } = await enrol("ann");
    const refused = await signInWith(visit().client, device, { isVerified: false });
    expect(refused.error?.code).toBe("AUTHENTICATION_FAILED");
  });

  test("with a challenge of a registration, of another browser, or used before", async () => {
    const { enrol, visit, useDevice } = open();
    const { client, device } = await enrol("ann");
    const absent = { status: 400, code: "CHALLENGE_NOT_FOUND" };
    const { data } = await client.passkey.generateRegisterOptions();
    if (!data) throw new Error("No options.");
    const response = device.authenticate({ challenge: data.challenge, rpId: data.rp.id });
    expect((await client.passkey.verifyAuthentication({ response })).error).toMatchObject(absent);

    const guest = visit();
    const ofGuest = await useDevice(guest.client, device);
    expect((await visit().client.passkey.verifyAuthentication({ response: ofGuest })).error).toMatchObject(absent);
    const victim = visit();
    await victim.client.passkey.generateAuthenticateOptions();
    const planted = await victim.client.passkey.verifyAuthentication({ response: ofGuest });
    expect(planted.error).toMatchObject({ code: "AUTHENTICATION_FAILED" });
    expect((await guest.client.passkey.verifyAuthentication({ response: ofGuest })).error).toBe(null);
    expect((await guest.client.passkey.verifyAuthentication({ response: ofGuest })).error).toMatchObject(absent);
  });

  test("with the id of another user's passkey", async () => {
    const { enrol, visit, signInWith } = open();
    const ann = await enrol("ann");
    const bob = await enrol("bob");
    const { client } = visit();
    const refused = await signInWith(client, bob.device, { id: ann.device.id });
    expect(refused.error).toMatchObject({ status: 400, code: "AUTHENTICATION_FAILED" });
    expect((await client.getSession()).data).toBe(null);
  });

  test("with an unknown passkey", async () => {
    const { visit, signInWith } = open();
    const refused = await signInWith(visit().client, createAuthenticator());
    expect(refused.error).toMatchObject({ status: 401, code: "PASSKEY_NOT_FOUND", signal: "unknown-credential" });
  });

  test("with a counter that has not grown: the passkey is marked, the user told, and 0 passes", async () => {
    const { enrol, visit, signInWith, passkeysOf, mailbox, events } = open();
    const { device, user, email, passkey } = await enrol("ann", { counts: true });
    expect((await signInWith(visit().client, device)).error).toBe(null);
    for (const counter of [0, 1, 2]) {
      const refused = await signInWith(visit().client, device, { counter });
      expect(refused.error).toMatchObject({ status: 400, code: "AUTHENTICATION_FAILED" });
    }
    expect(await passkeysOf(user.id)).toMatchObject([{ counter: 2, clonedAt: expect.any(Date) }]);
    expect(events).toContainEqual({ type: "passkey.cloned", userId: user.id, passkeyId: passkey.id });
    await mailbox.waitFor(email, { kind: "passkey.cloned" });
    expect((await signInWith(visit().client, device, { counter: 4_294_967_295 })).error).toBe(null);

    const bob = await enrol("bob");
    expect((await signInWith(visit().client, bob.device)).error).toBe(null);
    expect((await signInWith(visit().client, bob.device)).error).toBe(null);
  });

  test("with a forged signature no counter is believed", async () => {
    const { enrol, visit, signInWith, passkeysOf, events } = open();
    const { device, user } = await enrol("ann", { counts: true });
    const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    await signInWith(visit().client, device, { key, counter: 0 });
    await signInWith(visit().client, device, { key, counter: 99 });
    expect(await passkeysOf(user.id)).toMatchObject([{ counter: 1, clonedAt: null }]);
    expect(events.filter(({ type }) => type === "passkey.cloned")).toEqual([]);
  });
});

test("the flag BS is written at each use, and a change of it is told", async () => {
  const { enrol, visit, signInWith, passkeysOf, events } = open();
  const { device, user, passkey } = await enrol("ann", { isSynced: true });
  await signInWith(visit().client, device);
  expect(events.filter(({ type }) => type === "passkey.backup-changed")).toEqual([]);
  expect((await signInWith(visit().client, device, { isBackedUp: false })).error).toBe(null);
  expect(await passkeysOf(user.id)).toMatchObject([{ backedUp: false }]);
  expect(events).toContainEqual({
    type: "passkey.backup-changed",
    userId: user.id,
    passkeyId: passkey.id,
    backedUp: false,
  });
});

test("a row of another library is found by its id, whatever user handle its device has", async () => {
  const { signUp, visit, signInWith, auth, db, passkeysOf } = open();
  const { user } = await signUp("ann@example.com");
  const device = createAuthenticator({ isSynced: true });
  device.register({ challenge: "x", rp: { id: "x" }, user: { id: "aGFuZGxl" } });
  const { passkeyModel } = await import("../src/models.js");
  const publicKey = encodeCbor(coseKeyOf("ES256", device.publicKey)).toString("base64");
  await db.transactionOn((await import("@keyhold/core/plugin")).userModel, user.id, async (tx, parent) => {
    await tx.insert(
      passkeyModel,
      { userId: user.id, credentialID: device.id, publicKey, counter: 0, deviceType: "multiDevice", backedUp: true },
      parent,
    );
  });
  expect(auth).toBeDefined();
  expect((await signInWith(visit().client, device)).data).toMatchObject({ user: { id: user.id } });
  expect((await signInWith(visit().client, device)).error).toBe(null);
  expect(await passkeysOf(user.id)).toMatchObject([{ userVerified: null }]);
});

describe("a malformed body is answered with a status below 500:", () => {
  const text = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");
  const clientData = (challenge: string) =>
    text(JSON.stringify({ type: "webauthn.create", challenge, origin: "https://app.example.com", crossOrigin: false }));
  const nested = Buffer.concat([Buffer.alloc(20_000, 0x81), Buffer.from([0])]);
  const attestations: readonly (readonly [string, string])[] = [
    ["empty CBOR", ""],
    ["random bytes", text(Buffer.alloc(300, 0xff))],
    ["an endless map", text(Buffer.from([0xbf, 0x61]))],
    ["arrays in arrays", text(nested)],
    ["a long length", text(Buffer.from([0x5b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))],
    ["no authenticator data", text(encodeCbor(new Map<string, Cbor>([["fmt", "none"]])))],
    [
      "short authenticator data",
      text(
        encodeCbor(
          new Map<string, Cbor>([
            ["fmt", "none"],
            ["attStmt", new Map()],
            ["authData", Buffer.alloc(36)],
          ]),
        ),
      ),
    ],
    [
      "a credential longer than its data",
      text(
        encodeCbor(
          new Map<string, Cbor>([
            ["fmt", "none"],
            ["attStmt", new Map()],
            ["authData", Buffer.alloc(60, 0xff)],
          ]),
        ),
      ),
    ],
    ["no base64", "%%%"],
  ];

  test.each(attestations)("an attestation object of %s", async (_, attestationObject) => {
    const { signUp, browser: __, logged } = open();
    const { client, browser } = await signUp("ann@example.com");
    const { data } = await client.passkey.generateRegisterOptions();
    const credential = { id: "AAAA", rawId: "AAAA", type: "public-key" };
    const response = { clientDataJSON: clientData(data?.challenge ?? ""), attestationObject };
    const answer = await browser.post("/passkey/verify-registration", { response: { ...credential, response } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "FAILED_TO_VERIFY_REGISTRATION" });
    expect(logged).toEqual([]);
  });

  test.each(["", "%%%", text("null"), text("[]"), text("{"), text('{"challenge":1}'), text(Buffer.from([0xff, 0xfe]))])(
    'client data "%s"',
    async (clientDataJSON) => {
      const { enrol, visit, logged } = open();
      const { device } = await enrol("ann");
      const { client, browser } = visit();
      await client.passkey.generateAuthenticateOptions();
      const response = { clientDataJSON, authenticatorData: "AAAA", signature: "AAAA" };
      const credential = { id: device.id, rawId: device.id, type: "public-key", response };
      const answer = await browser.post("/passkey/verify-authentication", { response: credential });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: "AUTHENTICATION_FAILED" });
      expect(logged).toEqual([]);
    },
  );

  test.each([{}, { response: {} }, { response: null }, { response: { id: "a", response: [] } }, []])(
    "%j",
    async (body) => {
      const { signUp, logged } = open();
      const { client, browser } = await signUp("ann@example.com");
      await client.passkey.generateRegisterOptions();
      await client.passkey.generateAuthenticateOptions();
      for (const path of ["/passkey/verify-registration", "/passkey/verify-authentication"]) {
        const answer = await browser.post(path, body);
        expect(answer.status).toBe(400);
      }
      expect(logged).toEqual([]);
    },
  );

  test("64 KiB and more", async () => {
    const { enrol, logged } = open();
    const { client, browser, device } = await enrol("ann");
    const long = "A".repeat(64_000);
    for (const path of ["/passkey/verify-registration", "/passkey/verify-authentication"]) {
      for (const size of [long, `${long}${long}`]) {
        await client.passkey.generateRegisterOptions();
        await client.passkey.generateAuthenticateOptions();
        const response = { clientDataJSON: size, attestationObject: "A", authenticatorData: "A", signature: "A" };
        const credential = { id: device.id, rawId: device.id, type: "public-key", response };
        const { status } = await browser.post(path, { response: credential });
        expect([400, 413]).toContain(status);
      }
    }
    expect(logged).toEqual([]);
  });
});
