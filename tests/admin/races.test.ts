import { planMigration } from "@keyhold/adapter-kysely";
import { sessionModel, userModel } from "@keyhold/core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../databases.ts";
import { openDatabase } from "../processes/open.ts";
import { type Kit, open, type Person } from "./kit.ts";

const services = inject("services");
const callers = 16;
const rounds = 20;

describe.each(databaseTypes(services))("sixteen callers at once on %s:", (type) => {
  let fresh: FreshDatabase;
  let database: ReturnType<typeof openDatabase>;
  let kit: Kit;
  let made = 0;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    kit = open({ config: { database } });
    await (await planMigration(database, kit.auth.schema)).apply();
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  const join = (role: string | null = null): Promise<Person> => {
    made += 1;
    return kit.join(`person${made}`, role);
  };

  type Ask = () => Promise<{ readonly status: number }>;

  /** Deals the requests out in turn; none of them is answered 5xx. */
  async function race(asks: readonly Ask[]): Promise<readonly number[]> {
    const answers = await Promise.all(Array.from({ length: callers }, (_, caller) => asks[caller % asks.length]?.()));
    const statuses = answers.map((answer) => answer?.status ?? 0);
    expect(statuses.filter((status) => status >= 500 || status === 0)).toEqual([]);
    return statuses;
  }

  /** Each caller has the cookies that the person had at the beginning. */
  const ask = (person: Person, path: string, body: object): Ask => {
    const headers = person.browser.headers();
    headers.set("content-type", "application/json");
    const url = `https://app.example.com/api/auth${path}`;
    return () => kit.auth.handler(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }));
  };
  const signIn = ({ user, password }: Person): Ask => {
    const { browser } = kit.visit();
    return () => browser.post("/sign-in/email", { email: user.email, password });
  };
  const sessions = (where: object) => kit.db.count(sessionModel, where);
  const isAdmin = async ({ user }: Person) => {
    const row = await kit.rowOf(user.id);
    return row?.role === "admin" && row.banned !== true;
  };

  test("nobody who signs in while they are banned has a session afterwards", { timeout: 120_000 }, async () => {
    const admin = await join("admin");
    for (let round = 0; round < rounds; round += 1) {
      const person = await join();
      const ban = ask(admin, "/admin/ban-user", { userId: person.user.id });
      await race([signIn(person), signIn(person), ban, signIn(person)]);
      expect(await sessions({ userId: person.user.id })).toBe(0);
      expect((await kit.rowOf(person.user.id))?.banned).toBe(true);
    }
  });

  test.each([
    ["demote", "/admin/set-role", { role: "user" }],
    ["ban", "/admin/ban-user", {}],
    ["remove", "/admin/remove-user", {}],
  ])("of two who %s each other one stays", { timeout: 120_000 }, async (_, path, body) => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await join("admin"), await join("admin")];
      await race([
        ask(one, path, { userId: other.user.id, ...body }),
        ask(other, path, { userId: one.user.id, ...body }),
      ]);
      expect([await isAdmin(one), await isAdmin(other)].filter(Boolean)).toHaveLength(1);
    }
  });

  test("of four in a ring, each against the next in another way, one stays", { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const ring = [await join("admin"), await join("admin"), await join("admin"), await join("admin")] as const;
      const [first, second, third, fourth] = ring;
      await race([
        ask(first, "/admin/set-role", { userId: second.user.id, role: "user" }),
        ask(second, "/admin/ban-user", { userId: third.user.id }),
        ask(third, "/admin/remove-user", { userId: fourth.user.id }),
        ask(fourth, "/admin/set-role", { userId: first.user.id, role: "support" }),
      ]);
      const left = await Promise.all(ring.map(isAdmin));
      expect(left.filter(Boolean).length).toBeGreaterThanOrEqual(1);
    }
  });

  test("no impersonation outlives the role that allows it", { timeout: 120_000 }, async () => {
    const chief = await join("admin");
    for (let round = 0; round < rounds; round += 1) {
      const [support, ann] = [await join("support"), await join()];
      await race([
        ask(support, "/admin/impersonate-user", { userId: ann.user.id }),
        ask(support, "/admin/impersonate-user", { userId: ann.user.id }),
        ask(support, "/admin/impersonate-user", { userId: ann.user.id }),
        ask(chief, "/admin/set-role", { userId: support.user.id, role: "user" }),
      ]);
      expect(await sessions({ impersonatedBy: support.user.id })).toBe(0);
      expect(await sessions({ userId: ann.user.id })).toBe(1);
    }
  });

  test("nobody is impersonated who is banned, and nothing is left of who is removed", {
    timeout: 120_000,
  }, async () => {
    const admin = await join("admin");
    for (let round = 0; round < rounds; round += 1) {
      const [banned, removed] = [await join(), await join()];
      await race([
        ask(admin, "/admin/impersonate-user", { userId: banned.user.id }),
        ask(admin, "/admin/ban-user", { userId: banned.user.id }),
        ask(admin, "/admin/impersonate-user", { userId: removed.user.id }),
        ask(admin, "/admin/remove-user", { userId: removed.user.id }),
        signIn(removed),
        ask(admin, "/admin/set-user-password", { userId: removed.user.id, newPassword: "a new long password" }),
      ]);
      expect(await sessions({ userId: banned.user.id })).toBe(0);
      expect(await sessions({ userId: removed.user.id })).toBe(0);
      expect(await kit.db.count(userModel, { id: removed.user.id })).toBe(0);
    }
  });

  test("a new password ends every session that the old one opens meanwhile", { timeout: 120_000 }, async () => {
    const admin = await join("admin");
    for (let round = 0; round < rounds; round += 1) {
      const person = await join();
      const set = ask(admin, "/admin/set-user-password", {
        userId: person.user.id,
        newPassword: "a new long password",
      });
      await race([signIn(person), signIn(person), signIn(person), set]);
      expect(await sessions({ userId: person.user.id })).toBe(0);
    }
  });

  test("all who act on one user at once are answered", { timeout: 120_000 }, async () => {
    const admins = await Promise.all([join("admin"), join("admin"), join("admin"), join("admin")]);
    const { user } = await join();
    const statuses = await race(
      admins.map((admin, index) =>
        ask(admin, "/admin/update-user", { userId: user.id, data: { name: `Name ${index}` } }),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
