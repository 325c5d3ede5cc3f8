import { memory } from "@keyhold/adapter-memory";
import type { Database } from "@keyhold/core/adapter";
import { definePlugin, proofColumns, sessionModel } from "@keyhold/core/plugin";
import { type JwtOptions, jwt } from "@keyhold/jwt";
import { createVerifier } from "@keyhold/jwt/verify";
import { createTestAuth } from "@keyhold/testing";
import { counted } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { jwksModel } from "../src/models.js";
import { email, type Fixture, issuer, open, read } from "./fixture.ts";

const states = async (fixture: Fixture): Promise<readonly (string | null)[]> =>
  (await fixture.rows()).map(({ state }) => state);
const kidOf = (token: string): string => read(token).header.kid ?? "";

/** Steps the clock on, and lets due work finish after a token. */
async function signAfter(
  fixture: Fixture,
  time: { days?: number; hours?: number; minutes?: number; seconds?: number },
) {
  fixture.clock.forward(time);
  const { token } = await fixture.auth.api.signJwt({ payload: { sub: "someone" } });
  await fixture.auth.idle();
  return token;
}

describe("GET /jwks", () => {
  test("publishes the public half of the key, and makes the first key", async () => {
    const fixture = open();
    const answer = await fixture.browser.get("/jwks");
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual({
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          x: expect.any(String),
          y: expect.any(String),
          alg: "ES256",
          use: "sig",
          kid: expect.any(String),
        },
      ],
    });
    const [row] = await fixture.rows();
    expect([row?.state, row?.privateKey.startsWith("sealed1.")]).toEqual(["signing ES256", true]);
    expect(text).toContain(row?.id);
  });

  test("says how long to keep the keys, and answers 304 to a client that has them", async () => {
    const { visit, auth } = open();
    const get = (etag?: string) => visit().browser.fetch("/jwks", { headers: etag ? { "if-none-match": etag } : {} });
    const first = await get();
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("public, max-age=300, stale-while-revalidate=600");
    expect([etag, first.headers.get("set-cookie")]).toEqual([expect.stringMatching(/^"[\w-]{22}"$/), null]);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(known);
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    }
    expect((await get('"other"')).status).toBe(200);
    await auth.api.rotateKeys({ now: true });
    const changed = await get(etag);
    expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
  });
});

test.each(["ES256", "EdDSA", "RS256"] as const)(
  "signs by %s, and each verifier accepts the token",
  async (algorithm) => {
    const fixture = open({ options: { algorithm } });
    const { browser, user } = await fixture.signUp(email);
    const token = await fixture.tokenOf(browser);
    expect(read(token).header.alg).toBe(algorithm);
    expect((await fixture.verify(token))?.sub).toBe(user.id);
    const keys = (await fixture.keySet()) as { keys: object[] };
    const verify = createVerifier({
      issuer,
      audience: issuer,
      keys,
      algorithms: [algorithm],
      now: () => fixture.clock.now(),
    });
    expect((await verify(token)).sub).toBe(user.id);
  },
);

describe("the rotation", () => {
  test("publishes the next key for sixteen minutes before it signs, and the retired key for longer than its tokens", async () => {
    const fixture = open();
    const old = await signAfter(fixture, {});
    expect(await states(fixture)).toEqual(["signing ES256"]);
    await signAfter(fixture, { days: 29, hours: 17 });
    expect(await states(fixture)).toEqual(["signing ES256"]);
    const early = await signAfter(fixture, { hours: 2 });
    expect(await states(fixture)).toEqual(["signing ES256", "next ES256"]);
    expect(kidOf(early)).toBe(kidOf(old));
    expect((await fixture.keySet()).keys).toHaveLength(2);
    const last = await signAfter(fixture, { hours: 6 });
    expect(kidOf(last)).toBe(kidOf(old));
    expect(await states(fixture)).toEqual([null, "signing ES256"]);
    const after = await signAfter(fixture, {});
    expect(kidOf(after)).not.toBe(kidOf(old));
    expect((await fixture.rows())[0]?.privateKey).toBe("");
    for (const token of [last, after]) expect(await fixture.verify(token, { type: "JWT" })).not.toBe(null);
    await signAfter(fixture, { minutes: 64 });
    expect((await fixture.keySet()).keys).toHaveLength(2);
    await signAfter(fixture, { minutes: 2 });
    expect((await fixture.keySet()).keys.map(({ kid }) => kid)).toEqual([kidOf(after)]);
    expect(fixture.logged).toEqual([]);
  });

  test("waits until the next key is known, if the app was idle", async () => {
    const fixture = open();
    const old = await signAfter(fixture, {});
    expect(kidOf(await signAfter(fixture, { days: 90 }))).toBe(kidOf(old));
    expect(kidOf(await signAfter(fixture, { minutes: 15 }))).toBe(kidOf(old));
    expect(await states(fixture)).toEqual(["signing ES256", "next ES256"]);
    await signAfter(fixture, { minutes: 2 });
    expect(kidOf(await signAfter(fixture, {}))).not.toBe(kidOf(old));
  });

  test("removes the rows of retired keys at the next rotation", async () => {
    const fixture = open();
    for (let month = 0; month < 6; month += 1) {
      await signAfter(fixture, { days: 30 });
      await signAfter(fixture, { minutes: 17 });
    }
    expect((await fixture.rows()).length).toBeLessThan(4);
  });

  test("by hand takes place as soon as every verifier has the next key", async () => {
    const fixture = open();
    const old = await signAfter(fixture, {});
    const { keys } = await fixture.auth.api.rotateKeys({});
    expect(keys.map(({ state }) => state).sort()).toEqual(["next", "signing"]);
    expect(kidOf(await signAfter(fixture, { minutes: 15 }))).toBe(kidOf(old));
    await signAfter(fixture, { minutes: 2 });
    expect(kidOf(await signAfter(fixture, {}))).not.toBe(kidOf(old));
  });

  test("after a leak removes every earlier key at once, and tells listeners", async () => {
    const fixture = open();
    const { browser } = await fixture.signUp(email);
    const leaked = await fixture.tokenOf(browser);
    await signAfter(fixture, { days: 0 });
    expect(await fixture.verify(leaked)).not.toBe(null);
    await fixture.auth.api.rotateKeys({ now: true });
    expect(await states(fixture)).toEqual(["signing ES256"]);
    expect(await fixture.verify(leaked)).toBe(null);
    expect((await fixture.keySet()).keys.map(({ kid }) => kid)).not.toContain(kidOf(leaked));
    expect(await fixture.verify(await fixture.tokenOf(browser))).not.toBe(null);
    await fixture.auth.idle();
    const events = fixture.events.filter(({ type }) => type.startsWith("jwt."));
    expect(events.map(({ type }) => type)).toEqual(["jwt.key-signing", "jwt.keys-removed", "jwt.key-signing"]);
  });

  test("to another algorithm retires the key of the earlier algorithm after its time", async () => {
    const database = memory();
    const before = open({ database });
    await signAfter(before, {});
    const after = open({ database, options: { algorithm: "EdDSA" } });
    expect(read(await signAfter(after, {})).header.alg).toBe("EdDSA");
    expect((await after.keySet()).keys.map(({ alg }) => alg).sort()).toEqual(["ES256", "EdDSA"]);
    for (let month = 0; month < 2; month += 1) {
      await signAfter(after, { days: 31 });
      await signAfter(after, { minutes: 17 });
    }
    await signAfter(after, { hours: 2 });
    expect((await after.keySet()).keys.map(({ alg }) => alg)).not.toContain("ES256");
  });
});

describe("a key that is not published any more, or not yet used", () => {
  test("verifies no token: a retired key after its time", async () => {
    const fixture = open({ options: { expiresInSeconds: 3600 } });
    const token = await signAfter(fixture, {});
    const [row] = await fixture.rows();
    await fixture.db.update(jwksModel, row?.id ?? "", { state: null, publishedUntil: fixture.clock.now() });
    fixture.clock.forward({ seconds: 31 });
    expect(await fixture.verify(token, { type: "JWT" })).toBe(null);
  });

  test("verifies no token of this server: the next key", async () => {
    const fixture = open({ options: { expiresInSeconds: 3600 } });
    const token = await signAfter(fixture, {});
    const [row] = await fixture.rows();
    await fixture.db.update(jwksModel, row?.id ?? "", { state: "next ES256" });
    fixture.clock.forward({ seconds: 31 });
    expect(await fixture.verify(token, { type: "JWT" })).toBe(null);
  });
});

describe("a private key that cannot be decrypted", () => {
  const secret = (letter: string): string => `${letter}-Vq3mZ8tR1xYb6nKw0cPj5sLd2gHf9uEo`;
  const openWith = (database: ReturnType<typeof memory>, given: string | readonly [string, ...string[]]) =>
    open({ database, config: { secret: given } as object });

  test("fails no request: another key signs, the old public key stays, and listeners are told", async () => {
    const database = memory();
    const before = openWith(database, secret("a"));
    const old = await signAfter(before, {});
    const after = openWith(database, secret("b"));
    const fresh = await signAfter(after, {});
    expect(kidOf(fresh)).not.toBe(kidOf(old));
    for (const token of [old, fresh]) expect(await after.verify(token, { type: "JWT" })).not.toBe(null);
    expect([...(await states(after))].sort()).toEqual([null, "signing ES256"]);
    const events = after.events.filter(({ type }) => type.startsWith("jwt."));
    expect(events).toEqual([
      { type: "jwt.key-unreadable", keyId: kidOf(old) },
      { type: "jwt.key-signing", keyId: kidOf(fresh), retiredKeyId: kidOf(old) },
    ]);
    expect(after.logged).toEqual([]);
  });

  test("is none, if the list has the old secret: the key goes on", async () => {
    const database = memory();
    const old = await signAfter(openWith(database, secret("a")), {});
    const after = openWith(database, [secret("b"), secret("a")]);
    expect(kidOf(await signAfter(after, {}))).toBe(kidOf(old));
  });

  test("makes few keys while two releases with different secrets run, and every token stays valid", async () => {
    const database = memory();
    const sides = [openWith(database, secret("a")), openWith(database, secret("b"))] as const;
    const tokens: string[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      for (const side of sides) tokens.push(await signAfter(side, { seconds: 1 }));
    }
    expect((await sides[0].rows()).length).toBeLessThanOrEqual(4);
    for (const side of sides) {
      side.clock.forward({ seconds: 31 });
      for (const token of tokens) expect(await side.verify(token, { type: "JWT" })).not.toBe(null);
    }
  });
});

test("the table of the previous library is taken over: a new key signs, and the old public keys stay for a month", async () => {
  const database = memory();
  const fixture = open({ database });
  const publicKey = JSON.stringify({ crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", kty: "OKP" });
  const row = { publicKey, privateKey: '"encrypted by the other library"', createdAt: new Date(0) };
  await fixture.db.insert(jwksModel, { ...row, id: "previous" });
  await signAfter(fixture, {});
  const { keys } = await fixture.keySet();
  expect(keys).toContainEqual({ ...JSON.parse(publicKey), alg: "EdDSA", use: "sig", kid: "previous" });
  expect(keys).toHaveLength(2);
  expect((await fixture.rows())[0]?.privateKey).toBe(row.privateKey);
  fixture.clock.forward({ days: 31 });
  expect((await fixture.keySet()).keys.map(({ kid }) => kid)).not.toContain("previous");
});

describe("an external signer", () => {
  async function openSigned(more: Partial<JwtOptions> = {}, database?: Database) {
    const pair = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
      "verify",
    ])) as CryptoKeyPair;
    const { kty = "", crv, x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
    const published = [{ kty, crv, x, y, alg: "ES256", use: "sig" as const, kid: "kms-1" }];
    const plan = { isDown: false };
    const fixture = open({
      ...(database && { database }),
      options: {
        ...more,
        signer: {
          async publicKeys() {
            if (plan.isDown) throw new Error("the KMS does not answer");
            return published;
          },
          async sign({ data }) {
            if (plan.isDown) throw new Error("the KMS does not answer");
            const bytes = Uint8Array.from(data);
            return new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, pair.privateKey, bytes));
          },
        },
      },
    });
    return { fixture, plan };
  }

  test("signs, and no private key is in the database", async () => {
    const { fixture } = await openSigned();
    const { browser, user } = await fixture.signUp(email);
    const token = await fixture.tokenOf(browser);
    expect([kidOf(token), (await fixture.verify(token))?.sub]).toEqual(["kms-1", user.id]);
    expect((await fixture.keySet()).keys.map(({ kid }) => kid)).toEqual(["kms-1"]);
    expect(await fixture.rows()).toEqual([]);
  });

  test("retires the keys of the database, and after a leak none of them is left", async () => {
    const database = memory();
    const before = open({ database });
    const old = await before.tokenOf((await before.signUp(email)).browser);
    const { fixture } = await openSigned({}, database);
    await fixture.keySet();
    await fixture.auth.idle();
    const [row] = await fixture.rows();
    expect([row?.state, row?.privateKey]).toEqual([null, ""]);
    expect(await fixture.verify(old)).not.toBe(null);
    await fixture.auth.api.rotateKeys({ now: true });
    expect(await fixture.rows()).toEqual([]);
    expect(await fixture.verify(old)).toBe(null);
    expect((await fixture.keySet()).keys.map(({ kid }) => kid)).toEqual(["kms-1"]);
  });

  test("that does not answer takes only the header of get-session", async () => {
    const { fixture, plan } = await openSigned({ setAuthJwt: true });
    const { browser } = await fixture.signUp(email);
    plan.isDown = true;
    const answer = await browser.get("/get-session");
    expect([answer.status, answer.headers.get("set-auth-jwt")]).toEqual([200, null]);
    expect((await answer.json()).user.email).toBe(email);
  });

  test("that does not answer fails the token alone", async () => {
    const { fixture, plan } = await openSigned();
    const { browser } = await fixture.signUp(email);
    const token = await fixture.tokenOf(browser);
    plan.isDown = true;
    expect((await browser.get("/token")).status).toBe(503);
    expect((await browser.get("/get-session")).status).toBe(200);
    fixture.clock.forward({ seconds: 61 });
    expect(await fixture.verify(token)).not.toBe(null);
    expect((await fixture.keySet()).keys).toHaveLength(1);
  });
});

describe("introspect", () => {
  test("says that a token of a restricted or a recovering session is not active", async () => {
    const rule = { isRestricted: false };
    const restricting = definePlugin({
      id: "restricting",
      extends: { session: { columns: proofColumns } },
      hooks: { "session.restricted": () => rule.isRestricted },
    });
    const { auth, db, signUp } = createTestAuth({ plugins: [jwt(), restricting] });
    const { browser } = await signUp(email);
    const { token } = await (await browser.get("/token")).json();
    const isActive = async () => (await auth.api.introspect({ token })).active;
    expect(await isActive()).toBe(true);
    rule.isRestricted = true;
    expect(await isActive()).toBe(false);
    rule.isRestricted = false;
    expect(await isActive()).toBe(true);
    const [session] = await db.list(sessionModel, {}, { orderBy: "id", limit: 1 });
    await db.update(sessionModel, session?.id ?? "", { amr: "recovery" } as object);
    expect((await browser.get("/token")).status).toBe(403);
    expect(await isActive()).toBe(false);
  });

  test("answers that a token does not count after a sign-out, a ban and a deletion", async () => {
    const fixture = open({ config: { user: { deleteUser: { enabled: true } } } });
    const { browser: admin } = await fixture.boss();
    const introspect = (token: string) => fixture.auth.api.introspect({ token });
    const end: Readonly<Record<string, (person: Awaited<ReturnType<Fixture["signUp"]>>) => Promise<unknown>>> = {
      out: ({ browser }) => browser.post("/sign-out"),
      ban: ({ user }) => admin.post("/admin/ban-user", { userId: user.id }),
      gone: ({ user }) => admin.post("/admin/remove-user", { userId: user.id }),
    };
    for (const [name, act] of Object.entries(end)) {
      const person = await fixture.signUp(`${name}@example.com`);
      const token = await fixture.tokenOf(person.browser);
      expect(await introspect(token)).toMatchObject({ active: true, sub: person.user.id });
      await act(person);
      expect([name, await introspect(token)]).toEqual([name, { active: false }]);
      expect(await fixture.verify(token)).not.toBe(null);
    }
  });

  test("knows at once that every key was removed by another process", async () => {
    const database = memory();
    const [one, other] = [open({ database }), open({ database })];
    const { browser } = await one.signUp(email);
    const token = await one.tokenOf(browser);
    expect((await one.auth.api.introspect({ token })).active).toBe(true);
    await other.auth.api.rotateKeys({ now: true });
    expect((await one.auth.api.introspect({ token })).active).toBe(false);
  });
});

test("the server calls are not there over HTTP", async () => {
  const { browser } = await open().signUp(email);
  for (const path of ["/sign-jwt", "/verify-jwt", "/introspect", "/rotate-keys"])
    expect((await browser.post(path, { token: "", payload: {} })).status).toBe(404);
});

test("a signature costs one read beside the session, and a check none", async () => {
  const database = counted(memory());
  const fixture = open({ database });
  const { browser } = await fixture.signUp(email);
  const token = await fixture.tokenOf(browser);
  await fixture.verify(token);
  await fixture.auth.idle();
  database.reset();
  await fixture.auth.api.signJwt({ payload: {} });
  expect(database.calls).toHaveLength(1);
  database.reset();
  await fixture.verify(token);
  expect(database.calls).toEqual([]);
});

test("tokens with unknown keys cause at most five reads in ten seconds", async () => {
  const database = counted(memory());
  const fixture = open({ database });
  const { browser } = await fixture.signUp(email);
  const [, claims, signature] = (await fixture.tokenOf(browser)).split(".");
  await fixture.auth.idle();
  database.reset();
  for (let turn = 0; turn < 50; turn += 1) {
    const header = Buffer.from(JSON.stringify({ alg: "ES256", typ: "at+jwt", kid: `k${turn}` })).toString("base64url");
    expect(await fixture.verify(`${header}.${claims}.${signature}`)).toBe(null);
  }
  expect(database.calls.length).toBeLessThanOrEqual(6);
});
