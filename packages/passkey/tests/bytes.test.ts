import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { type Cbor, coseKeyOf, encodeCbor } from "@keyhold/testing/passkey";
import { beforeAll, describe, expect, test } from "vitest";
import { type Fixture, open, origin } from "./fixture.ts";

const sha256 = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const key = encodeCbor(coseKeyOf("ES256", publicKey));
const id = randomBytes(16);

/** The flags UP, UV, AT and ED. */
const flag = { present: 1, verified: 4, attested: 0x40, extended: 0x80 };
const signedIn = flag.present | flag.verified;
const authData = (flags: number, ...tail: readonly Uint8Array[]): Buffer =>
  Buffer.concat([sha256("app.example.com"), Buffer.from([flags]), Buffer.alloc(4), ...tail]);
const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
const extensions = encodeCbor(new Map([["credProtect", 2]]));
const nested = Buffer.concat([Buffer.alloc(20_000, 0x81), Buffer.from([0])]);
const long = Buffer.from([0x5b, 0x7f, 255, 255, 255, 255, 255, 255, 255]);

const object = (data: Uint8Array): Buffer =>
  encodeCbor(
    new Map<string, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", data],
    ]),
  );
const clientData = (type: string, challenge: string, changes: object = {}): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...changes }));

let fixture: Fixture;
let ann: Awaited<ReturnType<Fixture["signUp"]>>;
beforeAll(async () => {
  fixture = open();
  ann = await fixture.signUp("ann@example.com");
  expect((await register(authData(signedIn | flag.attested, attested))).status).toBe(200);
});

type ClientData = (challenge: string) => Uint8Array;

async function post(path: string, { by, response }: { by: typeof ann.browser; response: object }) {
  const credential = { id: base64url(id), rawId: base64url(id), type: "public-key", response };
  const answer = await by.post(path, { response: credential });
  return { status: answer.status, body: await answer.json() };
}

async function register(data: Uint8Array, said: ClientData = (challenge) => clientData("webauthn.create", challenge)) {
  const { data: options } = await ann.client.passkey.generateRegisterOptions();
  const response = {
    clientDataJSON: base64url(said(options?.challenge ?? "")),
    attestationObject: base64url(object(data)),
  };
  return post("/passkey/verify-registration", { by: ann.browser, response });
}

async function signIn(data: Uint8Array, said: ClientData = (challenge) => clientData("webauthn.get", challenge)) {
  const { client, browser } = fixture.visit();
  const { data: options } = await client.passkey.generateAuthenticateOptions();
  const json = said(options?.challenge ?? "");
  const signature = sign("sha256", Buffer.concat([data, sha256(json)]), privateKey);
  const response = {
    clientDataJSON: base64url(json),
    authenticatorData: base64url(data),
    signature: base64url(signature),
  };
  return post("/passkey/verify-authentication", { by: browser, response });
}

const failed = { status: 400, body: { code: "AUTHENTICATION_FAILED" } };

describe("authenticator data with a right signature is refused", () => {
  test("of any length below that of a sign-in", async () => {
    for (let length = 0; length < 37; length += 1)
      expect(await signIn(authData(signedIn).subarray(0, length))).toMatchObject(failed);
  });

  test.each<[what: string, data: Buffer]>([
    ["with a byte more", authData(signedIn, Buffer.from([0]))],
    ["with AT and no credential", authData(signedIn | flag.attested)],
    ["with ED and no extensions", authData(signedIn | flag.extended)],
    ["with extensions and without ED", authData(signedIn, extensions)],
    ["with a number as extensions", authData(signedIn | flag.extended, encodeCbor(1))],
    ["with nested extensions", authData(signedIn | flag.extended, nested)],
    ["with extensions of a long length", authData(signedIn | flag.extended, long)],
    ["with UV and without UP", authData(flag.verified)],
  ])("%s", async (_, data) => {
    expect(await signIn(data)).toMatchObject(failed);
    expect(fixture.logged).toEqual([]);
  });

  test("and the same without these faults is accepted, also with extensions", async () => {
    expect((await signIn(authData(signedIn))).status).toBe(200);
    expect((await signIn(authData(signedIn | flag.extended, extensions))).status).toBe(200);
  });
});

test("a registration with authenticator data of any shorter length is refused", async () => {
  const data = authData(signedIn | flag.attested, attested);
  for (let length = 0; length < data.length; length += 1)
    expect(await register(data.subarray(0, length))).toMatchObject({
      status: 400,
      body: { code: "FAILED_TO_VERIFY_REGISTRATION" },
    });
  expect(fixture.logged).toEqual([]);
});

const said = (changes: object) => (type: string, challenge: string) => clientData(type, challenge, changes);
const saidText = (change: (json: string) => string) => (type: string, challenge: string) =>
  Buffer.from(change(clientData(type, challenge).toString()));

const wrong: readonly (readonly [what: string, make: (type: string, challenge: string) => Uint8Array])[] = [
  ...[
    `${origin}/`,
    `${origin}:443`,
    `${origin}:8443`,
    `${origin}.`,
    ` ${origin}`,
    "https://APP.example.com",
    "https://app.example.com@evil.example",
    "https://evilapp.example.com",
    "https://sub.app.example.com",
    "https://\u0430pp.example.com",
    "https://xn--pp-6kc.example.com",
    "null",
    "",
    null,
    5,
    [origin],
  ].map((wrong) => [`the origin ${JSON.stringify(wrong)}`, said({ origin: wrong })] as const),
  ["crossOrigin null", said({ crossOrigin: null })],
  ["crossOrigin 1", said({ crossOrigin: 1 })],
  ["an empty topOrigin", said({ topOrigin: "" })],
  ["an empty topOrigin in a frame", said({ crossOrigin: true, topOrigin: "" })],
  ["its own topOrigin in a frame", said({ crossOrigin: true, topOrigin: origin })],
  ["a topOrigin that is a number", said({ topOrigin: 5 })],
  ["a token binding that is a text", said({ tokenBinding: "x" })],
  ["a padded challenge", (type, challenge) => clientData(type, `${challenge}=`)],
  ["a second challenge", saidText((json) => json.replace(/}$/, ',"challenge":"x"}'))],
  ["a second origin", saidText((json) => json.replace(/}$/, ',"origin":"https://evil.example"}'))],
  ["text after it", saidText((json) => `${json} x`)],
  ["an array around it", saidText((json) => `[${json}]`)],
  ["members of its prototype", saidText((json) => `{"__proto__":${json}}`)],
  ["invalid UTF-8", (type, challenge) => Buffer.concat([clientData(type, challenge), Buffer.from([0xff])])],
];

describe("client data is refused at both ceremonies with", () => {
  test.each(wrong)("%s", async (_, make) => {
    expect(await signIn(authData(signedIn), (challenge) => make("webauthn.get", challenge))).toMatchObject(failed);
    const data = authData(signedIn | flag.attested, attested);
    expect(await register(data, (challenge) => make("webauthn.create", challenge))).toMatchObject({
      status: 400,
      body: { code: "FAILED_TO_VERIFY_REGISTRATION" },
    });
    expect(fixture.logged).toEqual([]);
  });
});
