import { memoryStorage } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { alice } from "../../../tests/harness/app.ts";
import type { Browser } from "../../../tests/harness/browser.ts";
import { signedBy } from "../../../tests/harness/signatures.ts";
import { at, openTwo, type TwoProcesses } from "./two-processes.js";

const mallory = { name: "Mallory", email: "mallory@example.com", password: alice.password };

describe("an attacker with write access to the storage and a session of their own", () => {
  const storage = memoryStorage();
  let two: TwoProcesses;
  let victim: Browser;
  let attacker: Browser;
  let victimKey: string;
  let attackerKey: string;
  let copy: string;

  beforeEach(async () => {
    const keys: string[] = [];
    const noting = {
      ...storage,
      setIfAbsent(key: string, value: string, lifetimeSeconds: number) {
        keys.push(key);
        return storage.setIfAbsent(key, value, lifetimeSeconds);
      },
    };
    two = openTwo([noting, noting]);
    victim = two.here.browser();
    attacker = two.here.browser();
    await victim.post("/sign-up/email", { ...alice, username: "alice" });
    await attacker.post("/sign-up/email", { ...mallory, username: "mallory" });
    for (const browser of [victim, attacker]) {
      await browser.get("/get-session");
      await two.here.auth.idle();
    }
    [victimKey = "", attackerKey = ""] = keys;
    copy = (await storage.get(victimKey)) ?? "";
    expect([keys.length, copy.length > 100]).toEqual([2, true]);
  });

  const emailOf = async (browser: Browser): Promise<unknown> => {
    const answer = await at(two.there, browser).get("/get-session");
    expect(answer.status).toBe(200);
    return answer.body?.user?.email ?? null;
  };

  test("does not become another user by that user's cache entry under their own key", async () => {
    await storage.set(attackerKey, copy, 60);
    expect(await emailOf(attacker)).toBe(mallory.email);
  });

  test("does not become another user by their own cache entry with another address", async () => {
    const own = (await storage.get(attackerKey)) ?? "";
    expect(own).toContain(mallory.email);
    await storage.set(attackerKey, own.replaceAll(mallory.email, alice.email), 60);
    expect(await emailOf(attacker)).toBe(mallory.email);
  });

  test.each<[by: string, sign: (label: string, value: string) => string]>([
    [
      "by another secret",
      (label, value) => signedBy("secondary storage", label, value, ["another secret: 0123456789abcdefghij"]),
    ],
    ["by the key of the cookies", (label, value) => signedBy("cookie", label, value)],
    ["by the key of signed values", (label, value) => signedBy("signed value", label, value)],
  ])("does not become another user by a cache entry encrypted %s", async (_, sign) => {
    const text = copy.slice(0, copy.lastIndexOf("."));
    await storage.set(attackerKey, sign(attackerKey, text), 60);
    expect(await emailOf(attacker)).toBe(mallory.email);
  });

  test("does not become another user by a cookie value as a cache entry", async () => {
    await storage.set(attackerKey, decodeURIComponent(victim.sessionCookie), 60);
    expect(await emailOf(attacker)).toBe(mallory.email);
  });

  test("can restore an old cache entry of an ended session for a minute at most", async () => {
    const before = at(two.here, victim);
    expect((await victim.post("/sign-out")).status).toBe(200);
    await storage.set(victimKey, copy, 3600);
    two.wait(60);
    expect(await emailOf(before)).toBe(null);
  });

  test.each(["", "null", "{}", "[]", "invalidated", "\u0000", "x".repeat(1_000_000)])(
    "changes no answer by garbage (%#)",
    async (rubbish) => {
      await storage.set(attackerKey, rubbish, 60);
      expect(await emailOf(attacker)).toBe(mallory.email);
      expect(two.there.logged).toEqual([]);
    },
  );

  test("finds no password, no token and no secret column there", async () => {
    const token = decodeURIComponent(victim.sessionCookie).split(".")[0] ?? "";
    expect(token).toHaveLength(32);
    for (const secretText of [token, alice.password, "password"]) expect(copy).not.toContain(secretText);
    expect(victimKey).not.toContain(token);
  });
});
