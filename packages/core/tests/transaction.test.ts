import { memory } from "@keyhold/adapter-memory";
import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { createTestAuth, memoryStorage } from "@keyhold/testing";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";

const password = "a right password";
const ann = { name: "Ann", email: "ann@example.com", password };
const bob = { name: "Bob", email: "bob@example.com", password };

class Stop extends Error {}
const stop = (): never => {
  throw new Stop();
};

type Options = Partial<Pick<AuthConfig, "database" | "rateLimit" | "secondaryStorage" | "emailVerification">>;
const start = (config: Options = {}) =>
  createTestAuth({ plugins: [organization()], config: { ...config, session: { bearer: true } } });

let plan: FaultPlan;
let fixture: ReturnType<typeof start>;
beforeEach(() => {
  plan = {};
  fixture = start({ database: faulty(memory(), plan), emailVerification: { sendOnSignUp: true } });
});

const users = (): Promise<number> => fixture.db.count(userModel, {});

describe("calls in a transaction of the app", () => {
  test("are committed together, and answer like calls outside", async () => {
    const names = await fixture.auth.transaction(async ({ api }) => {
      const first = await api.signUp.email(ann);
      const second = await api.signUp.email(bob);
      return [first.user.name, second.user.name];
    });
    expect([names, await users()]).toEqual([["Ann", "Bob"], 2]);
  });

  test("see the rows of earlier calls, by their headers as well", async () => {
    const found = await fixture.auth.transaction(async ({ api }) => {
      const { token } = await api.signUp.email(ann);
      return api.getSession({ headers: { authorization: `Bearer ${token}` } });
    });
    expect(found?.user.email).toBe(ann.email);
  });

  test("leave no row after an error of the work, which the caller gets", async () => {
    const failed = fixture.auth.transaction(async ({ api }) => {
      await api.signUp.email(ann);
      return stop();
    });
    await expect(failed).rejects.toThrow(Stop);
    expect(await users()).toBe(0);
  });

  test("can fail and be caught: the rest is committed", async () => {
    await fixture.auth.api.signUp.email(ann);
    await fixture.auth.transaction(async ({ api }) => {
      await expect(api.signUp.email(ann)).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
      await api.signUp.email(bob);
    });
    expect(await users()).toBe(2);
  });

  test("may be of plugins with transactions of their own", async () => {
    const slug = await fixture.auth.transaction(async ({ api }) => {
      const { token } = await api.signUp.email(ann);
      const headers = { authorization: `Bearer ${token}` };
      await api.organization.create({ name: "Acme", slug: "acme" }, { headers });
      const full = await api.organization.getFullOrganization({ organizationSlug: "acme" }, { headers });
      return full?.slug;
    });
    expect(slug).toBe("acme");
  });

  test("may run at the same time: one after the other", async () => {
    await fixture.auth.transaction(({ api }) => Promise.all([api.signUp.email(ann), api.signUp.email(bob)]));
    expect(await users()).toBe(2);
  });

  test("fail after its end", async () => {
    const api = await fixture.auth.transaction(async ({ api }) => api);
    await expect(api.signUp.email(ann)).rejects.toThrow("has ended");
    expect(await users()).toBe(0);
  });

  test("are rolled back if the work ends before one of them", async () => {
    let late: Promise<unknown> = Promise.resolve();
    const early = fixture.auth.transaction(async ({ api }) => {
      late = api.signUp.email(ann);
    });
    await expect(early).rejects.toThrow("Await every call");
    await expect(late).rejects.toThrow();
    expect(await users()).toBe(0);
  });
});

describe("effects outside of the database", () => {
  test("begin after the commit: emails and events", async () => {
    await fixture.auth.transaction(async ({ api }) => {
      await api.signUp.email(ann);
      await fixture.auth.idle();
      expect([fixture.mailbox.messages.length, fixture.events.length]).toEqual([0, 0]);
    });
    await fixture.auth.idle();
    expect(fixture.mailbox.messages.map(({ kind }) => kind)).toEqual(["verify-email"]);
    expect(fixture.events.map(({ type }) => type)).toEqual(["user.created", "session.created"]);
    expect(fixture.logged).toEqual([]);
  });

  test("do not happen after a rollback: emails, events and cookies", async () => {
    const cookies: string[] = [];
    const failed = fixture.auth.transaction(async ({ api }) => {
      await api.signUp.email(ann, { setCookie: (line) => cookies.push(line) });
      return stop();
    });
    await expect(failed).rejects.toThrow(Stop);
    await fixture.auth.idle();
    expect([fixture.mailbox.messages, fixture.events, cookies, fixture.logged]).toEqual([[], [], [], []]);
  });

  test("happen once if the work runs again", async () => {
    // The commits of the sign-up and of the whole transaction.
    plan.faults = [{ at: "commit", call: 2, isRetried: true }];
    let runs = 0;
    const cookies: string[] = [];
    await fixture.auth.transaction(async ({ api }) => {
      runs += 1;
      await api.signUp.email(ann, { setCookie: (line) => cookies.push(line) });
    });
    await fixture.auth.idle();
    expect([runs, fixture.mailbox.messages.length, await users()]).toEqual([2, 1, 1]);
    expect(fixture.events.map(({ type }) => type)).toEqual(["user.created", "session.created"]);
    expect(cookies.filter((line) => line.includes("session_token"))).toHaveLength(1);
  });

  test("follow the commit: a cookie is set after it", async () => {
    const cookies: string[] = [];
    await fixture.auth.transaction(async ({ api }) => {
      await api.signUp.email(ann, { setCookie: (line) => cookies.push(line) });
      expect(cookies).toEqual([]);
    });
    expect(cookies.some((line) => line.includes("session_token"))).toBe(true);
  });
});

describe("the session cache", () => {
  test("gets no entry of rows that are rolled back, and none is read", async () => {
    const secondaryStorage = memoryStorage();
    fixture = start({ secondaryStorage });
    const { browser, client, user } = await fixture.signUp("ann@example.com");
    await client.getSession();
    await fixture.auth.idle();
    const headers = browser.headers();
    const failed = fixture.auth.transaction(async ({ api }) => {
      await api.updateUser({ name: "Changed" }, { headers });
      expect((await api.getSession({ headers }))?.user.name).toBe("Changed");
      return stop();
    });
    await expect(failed).rejects.toThrow(Stop);
    await fixture.auth.idle();
    expect((await client.getSession()).data?.user.name).toBe(user.name);
  });
});

describe("guesses of a password", () => {
  const wrong = { email: ann.email, password: "a wrong password" };
  const rateLimit = { enabled: true, wrongPasswords: { max: 3, windowSeconds: 60 } } as const;

  test.each(["memory", "database"] as const)(
    "are counted although their transactions are rolled back: in %s",
    async (storage) => {
      fixture = start({ rateLimit: { ...rateLimit, storage } });
      await fixture.auth.api.signUp.email(ann);
      const guess = () => fixture.auth.transaction(({ api }) => api.signIn.email(wrong)).catch(({ code }) => code);
      const answers = await Promise.all(Array.from({ length: 6 }, guess));
      expect(answers.toSorted()).toEqual([
        ...Array.from({ length: 3 }, () => "INVALID_EMAIL_OR_PASSWORD"),
        ...Array.from({ length: 3 }, () => "TOO_MANY_REQUESTS"),
      ]);
      expect(await fixture.auth.api.signIn.email(wrong).catch(({ code }) => code)).toBe("TOO_MANY_REQUESTS");
      expect(fixture.events.filter(({ type }) => type === "sign-in.failed")).toHaveLength(7);
      expect(fixture.logged.filter(({ level }) => level === "error")).toEqual([]);
    },
  );

  test("are counted once if the work runs again", async () => {
    fixture = start({ database: faulty(memory(), plan), rateLimit: { ...rateLimit, storage: "database" } });
    await fixture.auth.api.signUp.email(ann);
    plan.faults = [{ at: "commit", isRetried: true }];
    await fixture.auth.transaction(({ api }) => api.signIn.email(wrong).catch(() => null));
    const guess = () => fixture.auth.api.signIn.email(wrong).catch(({ code }) => code);
    expect([await guess(), await guess(), await guess()]).toEqual([
      "INVALID_EMAIL_OR_PASSWORD",
      "INVALID_EMAIL_OR_PASSWORD",
      "TOO_MANY_REQUESTS",
    ]);
  });
});

test("a database without shared transactions is named in the error", async () => {
  const whole = memory();
  const database: Database = {
    name: "a plain store",
    hasTransactions: true,
    connect: (schema) => ({ ...whole.connect(schema), shared: undefined }),
  };
  const { auth } = createTestAuth({ config: { database } });
  await expect(auth.transaction(async () => null)).rejects.toThrow(/"a plain store".+@keyhold\/adapter-sql/);
});
