import { userModel } from "@keyhold/core/plugin";
import { looksLikeKey } from "@keyhold/core/principal";
import { beforeEach, describe, expect, test } from "vitest";
import { apiKeyModel } from "../src/models.ts";
import { codeOf, email, type Fixture, open, statements } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

const make = async (browser: Awaited<ReturnType<Fixture["signUp"]>>["browser"], body: object = {}) => {
  const answer = await browser.post("/api-key/create", body);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
};

describe("a key of a user", () => {
  test("is shown once, works, and is listed without its secret", async () => {
    const { browser, user } = await fixture.signUp(email);
    const made = await make(browser, { name: "deploy", prefix: "acme_live", permissions: { files: ["read"] } });
    expect(made.key).toMatch(/^acme_live_[a-z][A-Za-z0-9]{58}$/);
    expect(looksLikeKey(made.key)).toBe(true);
    expect(made).toMatchObject({ name: "deploy", referenceId: user.id, createdBy: user.id, enabled: true });
    const verified = await fixture.verify(made.key);
    expect(verified.principal).toEqual({
      kind: "api-key",
      id: made.id,
      userId: user.id,
      organizationId: null,
      configId: "default",
      scopes: [],
      permissions: { files: ["read"] },
      limit: null,
    });
    const listed = await (await browser.get("/api-key/list")).text();
    const got = await (await browser.get(`/api-key/get?id=${made.id}`)).text();
    const secret = made.key.slice(-49, -6);
    for (const text of [listed, got]) {
      expect(text).toContain(made.id);
      expect(text).not.toContain(secret);
      expect(JSON.parse(text)).not.toHaveProperty("key");
    }
    expect(JSON.parse(listed)).toMatchObject({ total: 1, nextCursor: null });
    const [row] = await fixture.db.list(apiKeyModel, {}, { orderBy: "id", limit: 9 });
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  test("ends after 90 days by default, and has no end only if the app allows it", async () => {
    const { browser } = await fixture.signUp(email);
    const { key, expiresAt } = await make(browser);
    expect(new Date(expiresAt).getTime() - fixture.clock.now().getTime()).toBe(90 * 86_400_000);
    fixture.clock.forward({ days: 90 });
    expect(await fixture.refusal(key)).toBe("KEY_EXPIRED");
    const eternal = open({ options: { allowEternal: true } });
    const ada = await eternal.signUp(email);
    expect((await make(ada.browser, { expiresIn: null })).expiresAt).toBe(null);
  });

  test.each([
    [{ name: "" }, "INVALID_NAME_LENGTH"],
    [{ name: "x".repeat(33) }, "INVALID_NAME_LENGTH"],
    [{ prefix: "A" }, "INVALID_PREFIX_LENGTH"],
    [{ prefix: "x".repeat(21) }, "INVALID_PREFIX_LENGTH"],
    [{ expiresIn: 60 }, "EXPIRES_IN_IS_TOO_SMALL"],
    [{ expiresIn: 400 * 86_400 }, "EXPIRES_IN_IS_TOO_LARGE"],
    [{ metadata: { a: 1 } }, "METADATA_DISABLED"],
    [{ userId: "someone" }, "SERVER_ONLY_PROPERTY"],
    [{ referenceId: "someone" }, "SERVER_ONLY_PROPERTY"],
    [{ remaining: 1000 }, "SERVER_ONLY_PROPERTY"],
    [{ rateLimitMax: 1000 }, "SERVER_ONLY_PROPERTY"],
    [{ rateLimitEnabled: false }, "SERVER_ONLY_PROPERTY"],
    [{ refillAmount: 5 }, "SERVER_ONLY_PROPERTY"],
    [{ configId: "other" }, "SERVER_ONLY_PROPERTY"],
  ])("is not made with %j: %s", async (body, code) => {
    const { browser } = await fixture.signUp(email);
    expect(await codeOf(await browser.post("/api-key/create", body))).toEqual([400, code]);
    expect(await fixture.db.count(apiKeyModel, {})).toBe(0);
  });

  test("needs a name, and takes metadata, if the app says so", async () => {
    fixture = open({ options: { requireName: true, enableMetadata: true } });
    const { browser } = await fixture.signUp(email);
    expect(await codeOf(await browser.post("/api-key/create", {}))).toEqual([400, "NAME_REQUIRED"]);
    const wrong = { name: "x", metadata: "text" };
    expect(await codeOf(await browser.post("/api-key/create", wrong))).toEqual([400, "INVALID_METADATA_TYPE"]);
    const made = await make(browser, { name: "x", metadata: { team: "ops" } });
    expect(made.metadata).toEqual({ team: "ops" });
  });

  test("is made, rotated, enabled and extended only by a proof of the last ten minutes", async () => {
    const { browser, password } = await fixture.signUp(email);
    const { id, key } = await make(browser);
    await browser.post("/api-key/update", { keyId: id, enabled: false });
    fixture.clock.forward({ minutes: 10, seconds: 1 });
    const calls: readonly [string, object][] = [
      ["create", {}],
      ["rotate", { keyId: id }],
      ["update", { keyId: id, enabled: true }],
      ["update", { keyId: id, expiresIn: 86_400 }],
      ["update", { keyId: id, name: "ci", enabled: true, expiresIn: 86_400 }],
    ];
    const before = await fixture.db.find(apiKeyModel, { id });
    for (const [path, body] of calls) {
      const answer = await browser.post(`/api-key/${path}`, body);
      expect(answer.status).toBe(403);
      const stepUp = { methods: ["password"], maxAgeSeconds: 600, factors: 1 };
      expect(await answer.json()).toMatchObject({ code: "SESSION_IS_NOT_FRESH", stepUp });
    }
    expect(await fixture.db.find(apiKeyModel, { id })).toEqual(before);
    expect(await fixture.refusal(key)).toBe("KEY_DISABLED");
    expect((await browser.post("/step-up/password", { password })).status).toBe(200);
    for (const [path, body] of calls.toReversed())
      expect((await browser.post(`/api-key/${path}`, body)).status).toBe(200);
  });

  test("is disabled, renamed and cut to fewer permissions without a proof", async () => {
    const { browser } = await fixture.signUp(email);
    const { id } = await make(browser, { permissions: { files: ["read", "write"] } });
    fixture.clock.forward({ days: 2 });
    for (const change of [{ enabled: false }, { name: "ci" }, { permissions: { files: ["read"] } }])
      expect((await browser.post("/api-key/update", { keyId: id, ...change })).status).toBe(200);
  });

  test("is changed: name, state and end; nothing to change is an error", async () => {
    const { browser } = await fixture.signUp(email);
    const { id, key } = await make(browser);
    expect(await codeOf(await browser.post("/api-key/update", { keyId: id }))).toEqual([400, "NO_VALUES_TO_UPDATE"]);
    const off = await (await browser.post("/api-key/update", { keyId: id, name: "ci", enabled: false })).json();
    expect(off).toMatchObject({ id, name: "ci", enabled: false });
    expect(await fixture.refusal(key)).toBe("KEY_DISABLED");
    await browser.post("/api-key/update", { keyId: id, enabled: true, expiresIn: 86_400 });
    expect(await fixture.refusal(key)).toBe(null);
    fixture.clock.forward({ days: 1 });
    expect(await fixture.refusal(key)).toBe("KEY_EXPIRED");
  });

  test("is deleted, and then works no more", async () => {
    const { browser } = await fixture.signUp(email);
    const { id, key } = await make(browser);
    expect(await (await browser.post("/api-key/delete", { keyId: id })).json()).toEqual({ success: true });
    expect(await codeOf(await browser.post("/api-key/delete", { keyId: id }))).toEqual([404, "KEY_NOT_FOUND"]);
    expect(await fixture.refusal(key)).toBe("INVALID_API_KEY");
  });

  test("is among at most 25 of a user", async () => {
    const { browser } = await fixture.signUp(email);
    for (let made = 0; made < 20; made += 1) await make(browser);
    fixture.clock.forward({ minutes: 2 });
    for (let made = 20; made < 25; made += 1) await make(browser);
    expect(await codeOf(await browser.post("/api-key/create", {}))).toEqual([403, "API_KEY_LIMIT_REACHED"]);
  });

  test("is listed by pages and by offset, in both orders", async () => {
    const { browser } = await fixture.signUp(email);
    for (const name of ["b", "a", "c"]) {
      await make(browser, { name });
      fixture.clock.forward({ minutes: 1 });
    }
    const names = async (query: string) => {
      const page = await (await browser.get(`/api-key/list?${query}`)).json();
      return { names: page.apiKeys.map(({ name }: { name: string }) => name).join(""), ...page };
    };
    const first = await names("limit=2");
    expect(first).toMatchObject({ names: "ca", total: 3 });
    expect((await names(`limit=2&cursor=${first.nextCursor}`)).names).toBe("b");
    expect((await names("limit=2&offset=1&sortDirection=asc")).names).toBe("ac");
    expect((await names("sortBy=name&sortDirection=asc")).names).toBe("abc");
    expect((await browser.get("/api-key/list?cursor=garbage")).status).toBe(400);
    expect((await names("configId=other")).total).toBe(0);
  });

  test("is among the rows that `deleteAllExpiredApiKeys` keeps until its end", async () => {
    const { browser } = await fixture.signUp(email);
    await make(browser, { expiresIn: 86_400 });
    await make(browser);
    fixture.clock.forward({ days: 2 });
    expect(await fixture.auth.api.deleteAllExpiredApiKeys()).toEqual({ success: true, deleted: 1 });
  });
});

describe("permissions", () => {
  test("are none unless given, and are asked by the app", async () => {
    const { browser } = await fixture.signUp(email);
    const none = await make(browser);
    const some = await make(browser, { permissions: { files: ["read"] } });
    const asked = { permissions: { files: ["read"] } };
    expect((await fixture.verify(none.key, asked)).error?.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    expect((await fixture.verify(some.key, asked)).valid).toBe(true);
    const more = { permissions: { files: ["read", "write"] } };
    expect((await fixture.verify(some.key, more)).error?.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
  });

  test("that the app does not have, or that the user may not give, are refused", async () => {
    fixture = open({ options: { permissionsOf: (user) => (user.name === "Root" ? { files: ["read"] } : {}) } });
    const { browser, user } = await fixture.signUp(email);
    const asked = { permissions: { files: ["read"] } };
    const insufficient = [403, "INSUFFICIENT_API_KEY_PERMISSIONS"];
    expect(await codeOf(await browser.post("/api-key/create", asked))).toEqual(insufficient);
    await fixture.db.update(userModel, user.id, { name: "Root" });
    const { key } = await make(browser, asked);
    expect((await fixture.verify(key)).principal?.permissions).toEqual({ files: ["read"] });
    for (const permissions of [{ files: ["write"] }, { files: ["fly"] }, { unknown: ["read"] }])
      expect(await codeOf(await browser.post("/api-key/create", { permissions }))).toEqual(insufficient);
  });

  test("of a key are cut to what the user may now", async () => {
    fixture = open({ options: { permissionsOf: (user) => (user.name === "Less" ? {} : { files: ["read"] }) } });
    const { browser, user } = await fixture.signUp(email);
    const { key } = await make(browser, { permissions: { files: ["read"] } });
    await fixture.db.update(userModel, user.id, { name: "Less" });
    expect((await fixture.verify(key)).principal?.permissions).toEqual({});
  });

  test("can become fewer, and not more", async () => {
    const { browser } = await fixture.signUp(email);
    const { id, key } = await make(browser, { permissions: { files: ["read", "write"] } });
    const set = (permissions: object) => browser.post("/api-key/update", { keyId: id, permissions });
    expect((await set({ files: ["read"] })).status).toBe(200);
    expect(await codeOf(await set({ files: ["read", "write"] }))).toEqual([403, "INSUFFICIENT_API_KEY_PERMISSIONS"]);
    expect((await fixture.verify(key)).principal?.permissions).toEqual({ files: ["read"] });
  });
});

describe("a rotation", () => {
  test("gives a new secret under the same id, and ends the old secret at once", async () => {
    const { browser } = await fixture.signUp(email);
    const { id, key, start } = await make(browser);
    const rotated = await (await browser.post("/api-key/rotate", { keyId: id })).json();
    expect(rotated).toMatchObject({ id, start });
    expect(rotated.key).not.toBe(key);
    expect([await fixture.refusal(key), await fixture.refusal(rotated.key)]).toEqual(["INVALID_API_KEY", null]);
  });

  test("leaves the old secret valid until the end of the overlap, and a second rotation ends the first", async () => {
    const { browser, password } = await fixture.signUp(email);
    const { id, key } = await make(browser);
    const second = await (await browser.post("/api-key/rotate", { keyId: id, overlapSeconds: 3600 })).json();
    expect([await fixture.refusal(key), await fixture.refusal(second.key)]).toEqual([null, null]);
    fixture.clock.forward({ seconds: 3599 });
    expect(await fixture.refusal(key)).toBe(null);
    fixture.clock.forward({ seconds: 1 });
    expect(await fixture.refusal(key)).toBe("INVALID_API_KEY");
    await browser.post("/step-up/password", { password });
    const third = await (await browser.post("/api-key/rotate", { keyId: id, overlapSeconds: 3600 })).json();
    await browser.post("/api-key/rotate", { keyId: id, overlapSeconds: 3600 });
    expect([await fixture.refusal(second.key), await fixture.refusal(third.key)]).toEqual(["INVALID_API_KEY", null]);
    const tooLong = await browser.post("/api-key/rotate", { keyId: id, overlapSeconds: 8 * 86_400 });
    expect(tooLong.status).toBe(400);
  });
});

describe("a key of an organization", () => {
  test("belongs to the organization, and survives its maker", async () => {
    const ada = await fixture.signUp(email);
    const bob = await fixture.signUp("bob@example.com");
    const organizationId = await fixture.found(ada.browser, "acme");
    await fixture.auth.api.organization.addMember({ organizationId, userId: bob.user.id, role: "owner" });
    const made = await make(bob.browser, { organizationId, permissions: { files: ["read"] } });
    expect(made).toMatchObject({ referenceId: organizationId, createdBy: bob.user.id });
    expect((await fixture.verify(made.key)).principal).toMatchObject({ userId: null, organizationId });
    expect((await (await ada.browser.get(`/api-key/list?organizationId=${organizationId}`)).json()).total).toBe(1);
    expect((await (await bob.browser.get("/api-key/list")).json()).total).toBe(0);
    await fixture.removeUser(bob.user.id);
    expect((await fixture.verify(made.key)).principal).toMatchObject({
      organizationId,
      permissions: { files: ["read"] },
    });
    expect(await fixture.db.exists(userModel, { id: bob.user.id })).toBe(false);
    const after = await (await ada.browser.get(`/api-key/get?id=${made.id}`)).json();
    expect(after.createdBy).toBe(null);
  });

  test("is managed by members with the permission alone", async () => {
    const ada = await fixture.signUp(email);
    const bob = await fixture.signUp("bob@example.com");
    const organizationId = await fixture.found(ada.browser, "acme");
    const { id } = await make(ada.browser, { organizationId });
    await fixture.auth.api.organization.addMember({ organizationId, userId: bob.user.id, role: "member" });
    const notMember = [403, "USER_NOT_MEMBER_OF_ORGANIZATION"];
    expect(await codeOf(await bob.browser.post("/api-key/create", { organizationId }))).toEqual(notMember);
    expect(await codeOf(await bob.browser.get(`/api-key/list?organizationId=${organizationId}`))).toEqual(notMember);
    const notFound = [404, "KEY_NOT_FOUND"];
    expect(await codeOf(await bob.browser.get(`/api-key/get?id=${id}`))).toEqual(notFound);
    expect(await codeOf(await bob.browser.post("/api-key/update", { keyId: id, name: "x" }))).toEqual(notFound);
    expect(await codeOf(await bob.browser.post("/api-key/rotate", { keyId: id }))).toEqual(notFound);
    expect(await codeOf(await bob.browser.post("/api-key/delete", { keyId: id }))).toEqual(notFound);
    expect((await ada.browser.post("/api-key/update", { keyId: id, name: "x" })).status).toBe(200);
  });

  test("has no permission that its maker lacks in the organization", async () => {
    const ada = await fixture.signUp(email);
    const organizationId = await fixture.found(ada.browser, "acme");
    const asked = { organizationId, permissions: { files: ["delete"] } };
    const answer = await ada.browser.post("/api-key/create", asked);
    expect(await codeOf(answer)).toEqual([403, "INSUFFICIENT_API_KEY_PERMISSIONS"]);
  });

  test("has no permission that its maker lacks, beside a resource that the roles do not name", async () => {
    const resources = { ...statements, crates: ["open"] };
    fixture = open({ options: { statements: resources } });
    const ada = await fixture.signUp(email);
    const organizationId = await fixture.found(ada.browser, "acme");
    const permissions = { files: ["delete"], crates: [] };
    const answer = await ada.browser.post("/api-key/create", { organizationId, permissions });
    expect(await codeOf(answer)).toEqual([403, "INSUFFICIENT_API_KEY_PERMISSIONS"]);
  });

  test("is rotated only by a member with all of its permissions, who gets its secret", async () => {
    const ada = await fixture.signUp(email);
    const organizationId = await fixture.found(ada.browser, "acme");
    const { id: strong } = await fixture.auth.api.createApiKey({ organizationId, permissions: { files: ["delete"] } });
    const { id: weak } = await fixture.auth.api.createApiKey({ organizationId, permissions: { files: ["read"] } });
    const refused = await ada.browser.post("/api-key/rotate", { keyId: strong });
    expect(await codeOf(refused)).toEqual([403, "INSUFFICIENT_API_KEY_PERMISSIONS"]);
    expect((await ada.browser.post("/api-key/rotate", { keyId: weak })).status).toBe(200);
  });

  test("ends with the organization", async () => {
    const ada = await fixture.signUp(email);
    const organizationId = await fixture.found(ada.browser, "acme");
    const { key } = await make(ada.browser, { organizationId });
    expect((await ada.browser.post("/organization/delete", { organizationId })).status).toBe(200);
    expect(await fixture.refusal(key)).toBe("INVALID_API_KEY");
    expect(await fixture.db.count(apiKeyModel, {})).toBe(0);
  });
});
