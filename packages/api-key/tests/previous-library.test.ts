import { fingerprint } from "@keyhold/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import { apiKeyModel } from "../src/models.ts";
import { email, type Fixture, open } from "./fixture.ts";

/* Keys of better-auth: 64 letters, and the SHA-256 of the whole key in base64url without padding. */

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

const letters = "aBcDeFgHiJkLmNoPqRsTuVwXyZabcdefghijklmnopqrstuvwxyzABCDEFGHIJKL";

/** A row as that library writes it. */
async function insert(referenceId: string, key = letters, more: object = {}) {
  const now = fixture.clock.now();
  const row = { configId: "default", referenceId, key: fingerprint(key), start: key.slice(0, 6), enabled: true };
  const rest = { rateLimitEnabled: false, createdAt: now, updatedAt: now, permissions: '{"files":["read"]}', ...more };
  return fixture.db.insert(apiKeyModel, { ...row, ...rest });
}

describe("a key of the previous library", () => {
  test.each([letters, `acme_${letters}`])("goes on: %s", async (key) => {
    const { user } = await fixture.signUp(email);
    await insert(user.id, key);
    expect((await fixture.verify(key)).principal).toMatchObject({
      userId: user.id,
      permissions: { files: ["read"] },
    });
    expect(await fixture.principal({ "x-api-key": key })).toMatchObject({ kind: "api-key", userId: user.id });
    expect(await fixture.principal({ authorization: `Bearer ${key}` })).toMatchObject({ kind: "api-key" });
    expect(await fixture.refusal(key.replace("Z", "z"))).toBe("INVALID_API_KEY");
  });

  test("stops with the ban and the deletion of its user", async () => {
    const { user } = await fixture.signUp(email);
    await insert(user.id);
    await fixture.banUser(user.id);
    expect(await fixture.refusal(letters)).toBe("OWNER_MAY_NOT_ACT");
    await fixture.removeUser(user.id);
    expect(await fixture.refusal(letters)).toBe("INVALID_API_KEY");
    expect(await fixture.db.count(apiKeyModel, {})).toBe(0);
  });

  test("of a user who is gone is not valid", async () => {
    await insert("a user of another time");
    expect(await fixture.refusal(letters)).toBe("INVALID_API_KEY");
  });

  test("of an organization goes on, and ends with the organization", async () => {
    const { browser } = await fixture.signUp(email);
    const organizationId = await fixture.found(browser, "acme");
    await insert(organizationId);
    expect((await fixture.verify(letters)).principal).toMatchObject({ userId: null, organizationId });
    await browser.post("/organization/delete", { organizationId });
    expect(await fixture.refusal(letters)).toBe("INVALID_API_KEY");
  });

  test("is listed, and rotated into the form of this library, with an overlap", async () => {
    const { user, browser } = await fixture.signUp(email);
    const row = (await insert(user.id)) as { readonly id: string };
    expect((await (await browser.get("/api-key/list")).json()).total).toBe(1);
    const answer = await browser.post("/api-key/rotate", { keyId: row.id, overlapSeconds: 60 });
    const { key } = await answer.json();
    expect([await fixture.refusal(letters), await fixture.refusal(key)]).toEqual([null, null]);
    fixture.clock.forward({ minutes: 1 });
    expect([await fixture.refusal(letters), await fixture.refusal(key)]).toEqual(["INVALID_API_KEY", null]);
  });

  test("keeps its own limit, its remaining uses and its metadata", async () => {
    const { user } = await fixture.signUp(email);
    const limits = { rateLimitEnabled: true, rateLimitMax: 2, rateLimitTimeWindow: 86_400_000, remaining: 9 };
    await insert(user.id, letters, { ...limits, metadata: JSON.stringify(JSON.stringify({ team: "ops" })) });
    const { key } = await fixture.verify(letters);
    expect(key?.metadata).toEqual({ team: "ops" });
    expect([await fixture.refusal(letters), await fixture.refusal(letters)]).toEqual([null, "RATE_LIMITED"]);
    expect((await fixture.db.list(apiKeyModel, {}, { orderBy: "id", limit: 1 }))[0]).toMatchObject({ remaining: 7 });
  });
});
