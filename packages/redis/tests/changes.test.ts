import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { alice, sessionModel, sessionsOf, userByEmail, userModel } from "../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../tests/harness/browser.ts";
import { at, openTwo, type TwoProcesses } from "./two-processes.js";
import { openVariant, variants } from "./variants.js";

const newPassword = "an even better password";

describe.each(variants)("with a session cache $name,", (variant) => {
  let two: TwoProcesses;
  let close: () => void;
  /** Both are Alice's, and both processes have cached both. */
  let laptop: Browser;
  let phone: Browser;

  beforeEach(async () => {
    const opened = await openVariant(variant);
    close = opened.close;
    two = openTwo(opened.storages);
    laptop = two.here.browser();
    await laptop.post("/sign-up/email", { ...alice, username: "alice" });
    phone = two.there.browser();
    await phone.post("/sign-in/email", alice);
    for (const browser of [laptop, phone]) await seen(browser);
    await Promise.all([two.here.auth.idle(), two.there.auth.idle()]);
  });
  afterEach(() => close());

  const seen = async (browser: Browser) => {
    const answer = await at(two.there, browser).get("/get-session");
    expect(answer.status).toBe(200);
    await two.there.auth.idle();
    return answer;
  };
  const shown = async (browser: Browser) => (await seen(browser)).body?.user ?? null;
  /** The answer, and the number of database statements. */
  const asked = async (send: () => Promise<Answer>) => {
    two.database.reset();
    const answer = await send();
    return { answer, calls: two.database.calls.map(({ verb }) => verb) };
  };
  const ok = (answer: Answer) => {
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };

  test("the first get-session reads the database once, and later ones not at all, at either process", async () => {
    const other = two.here.browser();
    ok(await other.post("/sign-in/email", alice));
    await two.here.auth.idle();
    expect((await asked(() => seen(other))).calls).toEqual(["find"]);
    const from = await asked(() => seen(other));
    const here = await asked(() => at(two.here, other).get("/get-session"));
    expect([from.calls, here.calls]).toEqual([[], []]);
    expect(from.answer.body).toEqual(here.answer.body);
    expect(from.answer.body).toMatchObject({ user: { email: alice.email, username: "alice" } });
    expect(from.answer.body?.session?.token, "the browser's own token").toHaveLength(32);
  });

  test("the answer from the cache equals the answer from the database, byte for byte", async () => {
    const copied = await asked(() => at(two.there, laptop).get("/get-session"));
    two.wait(60);
    const read = await asked(() => at(two.there, laptop).get("/get-session"));
    expect([copied.calls, read.calls]).toEqual([[], ["find"]]);
    expect(copied.answer.text).toBe(read.answer.text);
    expect([...copied.answer.headers]).toEqual([...read.answer.headers]);
  });

  test("every other route reads the database", async () => {
    const { calls } = await asked(() => at(two.there, laptop).get("/list-sessions"));
    expect(calls).toContain("find");
  });

  test("a working storage emits no event and logs no message", () => {
    for (const { events, logged } of [two.here, two.there]) {
      expect(events.filter(({ type }) => type === "secondary-storage.failed")).toEqual([]);
      expect(logged).toEqual([]);
    }
  });

  describe("a session ends immediately at every process,", () => {
    test("at the browser that signs out; the other browser keeps its cache entry", async () => {
      const before = at(two.here, laptop);
      ok(await laptop.post("/sign-out"));
      expect(await shown(before)).toBe(null);
      const other = await asked(() => seen(phone));
      expect([other.answer.body?.user?.email, other.calls]).toEqual([alice.email, []]);
    });

    test("at the browser with a session replaced by a new sign-in", async () => {
      const before = at(two.here, laptop);
      ok(await laptop.post("/sign-in/email", alice));
      expect([await shown(before), (await shown(laptop))?.email]).toEqual([null, alice.email]);
    });

    test.each(["id", "token"])("at the browser with a session revoked by its %s", async (field) => {
      const { id: userId } = await userByEmail(two.here);
      const mine = (await laptop.get("/get-session")).body?.session?.id;
      const theirs = (await sessionsOf(two.here, userId)).find(({ id }) => id !== mine);
      const token = decodeURIComponent(phone.sessionCookie).split(".")[0];
      ok(await laptop.post("/revoke-session", field === "id" ? { id: theirs?.id } : { token }));
      expect([await shown(phone), (await shown(laptop))?.email]).toEqual([null, alice.email]);
    });

    test("in all sessions if all are revoked", async () => {
      const before = at(two.here, laptop);
      ok(await laptop.post("/revoke-sessions"));
      expect([await shown(phone), await shown(before)]).toEqual([null, null]);
    });

    test("in all other sessions if these are revoked", async () => {
      ok(await laptop.post("/revoke-other-sessions"));
      expect([await shown(phone), (await shown(laptop))?.email]).toEqual([null, alice.email]);
    });

    test("in the other sessions and with the old cookie if the password is changed", async () => {
      const before = at(two.here, laptop);
      ok(await laptop.post("/change-password", { currentPassword: alice.password, newPassword }));
      expect([await shown(phone), await shown(before), (await shown(laptop))?.email]).toEqual([
        null,
        null,
        alice.email,
      ]);
    });

    test("in all sessions if the password is reset", async () => {
      ok(await two.here.browser().post("/request-password-reset", { email: alice.email }));
      const { token } = await two.mailbox.waitFor(alice.email, { kind: "reset-password" });
      ok(await two.here.browser().post("/reset-password", { token, newPassword }));
      expect([await shown(phone), await shown(laptop)]).toEqual([null, null]);
    });

    test("in all sessions if the user is deleted", async () => {
      const before = at(two.here, laptop);
      ok(await laptop.post("/delete-user", { password: alice.password }));
      expect([await shown(phone), await shown(before)]).toEqual([null, null]);
    });

    test("in all sessions if the app ends them", async () => {
      const { id: userId } = await userByEmail(two.here);
      expect(await two.here.auth.api.revokeUserSessions({ userId })).toEqual({ revoked: 2 });
      expect([await shown(phone), await shown(laptop)]).toEqual([null, null]);
    });

    test("if the session has expired", async () => {
      two.wait(8 * 86_400);
      expect([await shown(phone), await shown(laptop)]).toEqual([null, null]);
      expect(await two.here.db.count(sessionModel, {})).toBe(0);
    });
  });

  describe("every process shows immediately", () => {
    test("the new name", async () => {
      ok(await laptop.post("/update-user", { name: "Ada" }));
      expect([(await shown(phone))?.name, (await shown(laptop))?.name]).toEqual(["Ada", "Ada"]);
    });

    test("the new email address", async () => {
      ok(await laptop.post("/change-email", { newEmail: "ada@example.com" }));
      expect((await shown(phone))?.email).toBe("ada@example.com");
    });

    test("the verified email address", async () => {
      expect((await shown(phone))?.emailVerified).toBe(false);
      const { token } = await two.mailbox.waitFor(alice.email, { kind: "verify-email" });
      ok(await two.here.browser().post("/verify-email", { token }));
      expect((await shown(phone))?.emailVerified).toBe(true);
    });

    test("a prolonged session", async () => {
      two.wait(2 * 86_400);
      const before = (await sessionsOf(two.here, (await userByEmail(two.here)).id)).map(({ expiresAt }) => expiresAt);
      const expiresAt = (await at(two.here, phone).get("/get-session")).body?.session?.expiresAt;
      expect(before.map((date) => date.toISOString())).not.toContain(expiresAt);
      expect((await seen(phone)).body?.session?.expiresAt).toBe(expiresAt);
    });
  });

  test("a change made by SQL appears within a minute, not sooner", async () => {
    const { id } = await userByEmail(two.here);
    await two.here.db.update(userModel, id, { name: "Changed by SQL" });
    two.wait(59.9);
    expect((await shown(phone))?.name).toBe("Alice");
    two.wait(0.1);
    expect((await shown(phone))?.name).toBe("Changed by SQL");
  });
});
