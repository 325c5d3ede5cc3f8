import { sessionModel, userModel } from "@keyhold/core/plugin";
import { makePastedSecret, readPastedSecret } from "@keyhold/core/principal";
import { contextOf } from "@keyhold/core/tools";
import { claimAccount } from "@keyhold/core/users";
import { beforeEach, describe, expect, test } from "vitest";
import { apiKeyModel } from "../src/models.ts";
import { codeOf, email, type Fixture, open } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

async function person(address = email, body: object = {}) {
  const signedUp = await fixture.signUp(address);
  const answer = await signedUp.browser.post("/api-key/create", body);
  return { ...signedUp, ...((await answer.json()) as { readonly id: string; readonly key: string }) };
}

test("another person's key is unknown at every route, as a key that does not exist", async () => {
  const ada = await person();
  const bob = await fixture.signUp("bob@example.com");
  for (const id of [ada.id, "absent"]) {
    const answers = [
      await bob.browser.get(`/api-key/get?id=${id}`),
      await bob.browser.post("/api-key/update", { keyId: id, name: "x" }),
      await bob.browser.post("/api-key/rotate", { keyId: id }),
      await bob.browser.post("/api-key/delete", { keyId: id }),
    ];
    for (const answer of answers) expect(await codeOf(answer)).toEqual([404, "KEY_NOT_FOUND"]);
  }
  expect(await fixture.refusal(ada.key)).toBe(null);
});

test("a user makes no key in an organization of other users, and lists none", async () => {
  const ada = await fixture.signUp(email);
  const bob = await fixture.signUp("bob@example.com");
  const organizationId = await fixture.found(ada.browser, "acme");
  const refused = [403, "USER_NOT_MEMBER_OF_ORGANIZATION"];
  for (const id of [organizationId, "absent", ada.user.id]) {
    expect(await codeOf(await bob.browser.post("/api-key/create", { organizationId: id }))).toEqual(refused);
    expect(await codeOf(await bob.browser.get(`/api-key/list?organizationId=${id}`))).toEqual(refused);
  }
});

test("a key makes no further keys, and changes none", async () => {
  const { key, id } = await person();
  const ask = (path: string, body: object) =>
    fixture.auth.handler(
      new Request(`https://app.example.com/api/auth${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key, authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      }),
    );
  for (const path of ["create", "update", "rotate", "delete"])
    expect(await codeOf(await ask(`/api-key/${path}`, { keyId: id }))).toEqual([401, "UNAUTHORIZED"]);
  expect(await fixture.db.count(apiKeyModel, {})).toBe(1);
});

test("server-side calls do not exist over HTTP", async () => {
  const { browser, user, key } = await person();
  for (const path of ["/create-api-key", "/verify-api-key", "/delete-all-expired-api-keys"])
    expect((await browser.post(path, { userId: user.id, key })).status).toBe(404);
  expect((await browser.get("/get-principal")).status).toBe(404);
});

test("an administrator in the user's place sees and makes no keys", async () => {
  const { user, id } = await person();
  const { browser } = await fixture.signUp("boss@example.com");
  await fixture.db.update(userModel, (await fixture.db.find(userModel, { email: "boss@example.com" }))?.id ?? "", {
    role: "admin",
  } as object);
  expect((await browser.post("/admin/impersonate-user", { userId: user.id })).status).toBe(200);
  const refused = [403, "NOT_ALLOWED_WHILE_IMPERSONATING"];
  expect(await codeOf(await browser.post("/api-key/create", {}))).toEqual(refused);
  expect(await codeOf(await browser.get("/api-key/list"))).toEqual(refused);
  expect(await codeOf(await browser.get(`/api-key/get?id=${id}`))).toEqual(refused);
  expect(await codeOf(await browser.post("/api-key/rotate", { keyId: id }))).toEqual(refused);
});

describe("a key of a user", () => {
  test("stops with a ban, and works again after it", async () => {
    const { user, key } = await person();
    await fixture.banUser(user.id);
    expect(await fixture.refusal(key)).toBe("OWNER_MAY_NOT_ACT");
    await fixture.auth.api.admin.unbanUser({ userId: user.id }, await fixture.asAdministrator());
    expect(await fixture.refusal(key)).toBe(null);
  });

  test("is deleted with the user", async () => {
    const { user, key } = await person();
    await fixture.removeUser(user.id);
    expect(await fixture.refusal(key)).toBe("INVALID_API_KEY");
    expect(await fixture.db.count(apiKeyModel, {})).toBe(0);
  });

  test("stops when the row of the user is gone, by whatever way", async () => {
    const { user, key } = await person();
    await fixture.db.remove(userModel, { id: user.id });
    expect(await fixture.refusal(key)).toBe("INVALID_API_KEY");
  });

  test("goes on after a new password: no session made it work", async () => {
    const { browser, password, key } = await person();
    const change = { currentPassword: password, newPassword: "another long password", revokeOtherSessions: true };
    expect((await browser.post("/change-password", change)).status).toBe(200);
    expect(await fixture.refusal(key)).toBe(null);
  });

  test("that an attacker made before the owner proved the address ends when the owner gets the account", async () => {
    const { user, key } = await person();
    await contextOf(fixture.auth)?.transactionOn(userModel, user.id, async (ctx, locked) => {
      await claimAccount(ctx, locked, { passwordHash: null, reason: "user deleted" });
    });
    expect(await fixture.refusal(key)).toBe("INVALID_API_KEY");
  });
});

test.each([0, 1])(
  "an attacker's rotation of an old key, and a key of an organization, %i seconds after a change of address end when the owner undoes the change",
  async (seconds) => {
    fixture = open({ config: { user: { changeEmail: { enabled: true } } } });
    const { browser, user, id } = await person();
    await fixture.db.update(userModel, user.id, { emailVerified: true });
    fixture.clock.forward({ days: 1 });
    await browser.post("/sign-in/email", { email, password: "correct horse battery staple" });
    const since = contextOf(fixture.auth)?.now() ?? new Date();
    fixture.clock.forward({ seconds });
    const rotated = await (await browser.post("/api-key/rotate", { keyId: id, overlapSeconds: 3600 })).json();
    const organizationId = await fixture.found(browser, "acme");
    const ofOrganization = await (await browser.post("/api-key/create", { organizationId })).json();
    for (const { key } of [rotated, ofOrganization]) expect(await fixture.refusal(key)).toBe(null);
    const ctx = contextOf(fixture.auth);
    await ctx?.transactionOn(userModel, user.id, async (ctx, user) => {
      for (const hook of ctx.hooks("email.undo")) await hook({ user, since }, ctx);
    });
    for (const { key } of [rotated, ofOrganization]) expect(await fixture.refusal(key)).toBe("INVALID_API_KEY");
  },
);

test("a checked key is answered without the row of its user", async () => {
  const { key } = await person();
  const found = await fixture.verify(key);
  expect(Object.keys(found.key ?? {})).not.toContain("user");
  expect(JSON.stringify(found)).not.toContain(email);
});

test("a key is not made or rotated by a session that the user has ended meanwhile", async () => {
  const { browser, user, id } = await person();
  const headers = browser.headers();
  const late = async (call: () => Promise<unknown>): Promise<unknown> => {
    const ctx = contextOf(fixture.auth);
    // The call waits for the user, and the sessions end in the transaction that has the user.
    let waiting: Promise<unknown> = Promise.resolve();
    await ctx?.transactionOn(userModel, user.id, async (ctx) => {
      waiting = call().then(
        () => "done",
        (error) => error.code,
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      await ctx.db.remove(sessionModel, { userId: user.id });
    });
    return waiting;
  };
  expect(await late(() => fixture.auth.api.apiKey.rotate({ keyId: id }, { headers }))).toBe("UNAUTHORIZED");
  await browser.post("/sign-in/email", { email, password: "correct horse battery staple" });
  const again = browser.headers();
  expect(await late(() => fixture.auth.api.apiKey.create({}, { headers: again }))).toBe("UNAUTHORIZED");
  expect(await fixture.db.count(apiKeyModel, {})).toBe(1);
});

test("a key of one shape is no key of the other: ids and secrets are not exchanged", async () => {
  const ada = await person();
  const bob = await person("bob@example.com");
  const [one, other] = [readPastedSecret(ada.key), readPastedSecret(bob.key)];
  expect(one?.id).not.toBe(other?.id);
  // A forged key has right check digits, which are no secret.
  expect(await fixture.refusal(makePastedSecret("key", one?.id).text)).toBe("INVALID_API_KEY");
  expect(await fixture.refusal(ada.key.replace(/^key/, "kez"))).toBe("INVALID_API_KEY");
});

test("a known id and an unknown id cost equally many statements and hashes", async () => {
  const { key } = await person();
  const known = makePastedSecret("key", readPastedSecret(key)?.id).text;
  const unknown = makePastedSecret("key", "aaaaaaaaaa").text;
  expect([await fixture.verify(known), await fixture.verify(unknown)].map(({ error }) => error)).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining({ code: "INVALID_API_KEY", details: null })),
  );
});

test.each<[string, (key: string) => Readonly<Record<string, string | string[]>>]>([
  ["with blanks at the end", (key) => ({ "x-api-key": `${key}  ` })],
  ["in capitals", (key) => ({ "X-API-KEY": key })],
  ["twice", (key) => ({ "x-api-key": [key, key] })],
  ["after a scheme with blanks", (key) => ({ authorization: `BEARER\t ${key} ` })],
  ["beside another scheme", (key) => ({ "x-api-key": key, authorization: "Basic YWRhOnB3" })],
])("a header %s has one key", async (_, headersOf) => {
  const { key, id } = await person();
  const headers = headersOf(key) as Readonly<Record<string, string>>;
  expect(await fixture.auth.api.getPrincipal({}, { headers })).toMatchObject({ kind: "api-key", id });
});

test.each<[string, (key: string) => Readonly<Record<string, string>>]>([
  ["without a scheme", (key) => ({ authorization: key })],
  ["of another scheme", (key) => ({ authorization: `Basic ${key}` })],
  ["with a scheme in the header of keys", (key) => ({ "x-api-key": `Bearer ${key}` })],
  ["in a cookie", (key) => ({ cookie: `x-api-key=${key}; authorization=Bearer ${key}` })],
])("a header %s has no key", async (_, headersOf) => {
  const { key } = await person();
  const answer = fixture.auth.handler(
    new Request("https://app.example.com/api/auth/files/read", { headers: headersOf(key) }),
  );
  expect(await codeOf(await answer)).toEqual([401, "UNAUTHORIZED"]);
});

test("the permissions that a check answers are frozen: an app that changes them changes no other key", async () => {
  const { user } = await person();
  const permissions = { files: ["read"] };
  const [one, other] = await Promise.all(
    [1, 2].map(() => fixture.auth.api.createApiKey({ userId: user.id, permissions })),
  );
  const { key, principal } = await fixture.verify(one?.key ?? "");
  for (const given of [key?.permissions, principal?.permissions] as { files: string[] }[]) {
    expect(() => given.files.push("delete")).toThrow(TypeError);
    expect(() => Object.assign(given, { reports: ["read"] })).toThrow(TypeError);
  }
  const seen = await fixture.verify(other?.key ?? "");
  expect([seen.key?.permissions, seen.principal?.permissions]).toEqual([permissions, permissions]);
});

test("an action that a change of permissions repeats is stored once", async () => {
  const { browser, id } = await person(email, { permissions: { files: ["read", "write"] } });
  const repeated = { files: Array.from({ length: 2000 }, () => "read") };
  const changed = await (await browser.post("/api-key/update", { keyId: id, permissions: repeated })).json();
  expect(changed.permissions).toEqual({ files: ["read"] });
  expect((await fixture.db.find(apiKeyModel, { id }))?.permissions).toBe('{"files":["read"]}');
});

test("no log, event or error has a secret", async () => {
  const { browser, key, id } = await person();
  await fixture.verify(key);
  await fixture.refusal(`${key}x`);
  const rotated = await (await browser.post("/api-key/rotate", { keyId: id })).json();
  await fixture.auth.idle();
  const seen = JSON.stringify([fixture.logged, fixture.events]);
  expect(seen).toContain("api-key.rotated");
  for (const secret of [key, rotated.key]) expect(seen).not.toContain(secret.slice(-49, -6));
});
