import { planMigration } from "@keyhold/adapter-kysely";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type FreshDatabase, freshDatabase, raceTypes } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { type Fixture, open, type Person } from "./fixture.ts";

const services = inject("services");
const callers = 16;

describe.each(raceTypes(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let fresh: FreshDatabase;
  let database: ReturnType<typeof openDatabase>;
  let fixture: Fixture;
  let made = 0;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    fixture = open({ config: { database, user: { deleteUser: { enabled: true, confirmByMail: false } } } });
    await (await planMigration(database, fixture.auth.schema)).apply();
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  const join = (role: string | null = null): Promise<Person> => {
    made += 1;
    return fixture.join(`person${made}`, role);
  };

  type Ask = () => Promise<{ readonly status: number }>;

  /** Distributes the requests in turn; a 5xx fails the test. */
  async function race(asks: readonly Ask[]): Promise<readonly number[]> {
    const answers = await Promise.all(Array.from({ length: callers }, (_, caller) => asks[caller % asks.length]?.()));
    const statuses = answers.map((answer) => answer?.status ?? 0);
    expect(statuses.filter((status) => status >= 500 || status === 0)).toEqual([]);
    return statuses;
  }

  /** Each caller has the user's initial cookies. */
  const ask = (person: Person, path: string, body: object): Ask => {
    const headers = person.browser.headers();
    headers.set("content-type", "application/json");
    const url = `https://app.example.com/api/auth${path}`;
    return () => fixture.auth.handler(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }));
  };
  const signIn = ({ user, password }: Person): Ask => {
    const { browser } = fixture.visit();
    return () => browser.post("/sign-in/email", { email: user.email, password });
  };
  const sessions = (where: object) => fixture.db.count(sessionModel, where);
  const isAdmin = async ({ user }: Person) => {
    const row = await fixture.rowOf(user.id);
    return row?.role === "admin" && row.banned !== true;
  };

  test("a user who signs in during a ban has no session afterwards", { timeout: 120_000 }, async () => {
    const admin = await join("admin");
    for (let round = 0; round < rounds; round += 1) {
      const person = await join();
      const ban = ask(admin, "/admin/ban-user", { userId: person.user.id });
      await race([signIn(person), signIn(person), ban, signIn(person)]);
      expect(await sessions({ userId: person.user.id })).toBe(0);
      expect((await fixture.rowOf(person.user.id))?.banned).toBe(true);
    }
  });

  test.each([
    ["demote", "/admin/set-role", { role: "user" }],
    ["ban", "/admin/ban-user", {}],
    ["remove", "/admin/remove-user", {}],
  ])("of two administrators who %s each other one stays", { timeout: 120_000 }, async (_, path, body) => {
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

  test("no impersonation outlives the role that permits it", { timeout: 120_000 }, async () => {
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

  test("a banned user is not impersonated, and a removed user leaves no rows", {
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
      expect(await fixture.db.count(userModel, { id: removed.user.id })).toBe(0);
    }
  });

  test("a new password ends every session created with the old one meanwhile", { timeout: 120_000 }, async () => {
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

  test("a user who becomes an administrator meanwhile is not impersonated", { timeout: 120_000 }, async () => {
    const chief = await join("admin");
    for (let round = 0; round < rounds; round += 1) {
      const [support, ann] = [await join("support"), await join()];
      await race([
        ask(support, "/admin/impersonate-user", { userId: ann.user.id }),
        ask(support, "/admin/impersonate-user", { userId: ann.user.id }),
        ask(chief, "/admin/set-role", { userId: ann.user.id, role: "admin" }),
      ]);
      expect(await sessions({ impersonatedBy: support.user.id })).toBe(0);
      expect(await sessions({ userId: ann.user.id })).toBe(1);
    }
  });

  test("a user banned and unbanned concurrently has a session or a ban, never both", { timeout: 120_000 }, async () => {
    const admin = await join("admin");
    for (let round = 0; round < rounds; round += 1) {
      const person = await join();
      const { id } = person.user;
      await race([
        ask(admin, "/admin/ban-user", { userId: id }),
        signIn(person),
        ask(admin, "/admin/unban-user", { userId: id }),
        signIn(person),
      ]);
      if ((await fixture.rowOf(id))?.banned) expect(await sessions({ userId: id })).toBe(0);
    }
  });

  test("of two administrators who demote each other and themselves one stays", { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await join("admin"), await join("admin")];
      await race([
        ask(one, "/admin/set-role", { userId: other.user.id, role: "user" }),
        ask(other, "/delete-user", {}),
        ask(other, "/admin/set-role", { userId: one.user.id, role: "user" }),
        ask(one, "/delete-user", {}),
      ]);
      expect([await isAdmin(one), await isAdmin(other)].filter(Boolean)).toHaveLength(1);
    }
  });

  test("an email address is created once", { timeout: 120_000 }, async () => {
    const admin = await join("admin");
    const person = { email: "once@example.com", name: "Once", role: "support", password: "a new long password" };
    const statuses = await race([ask(admin, "/admin/create-user", person)]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await fixture.db.count(userModel, { email: person.email })).toBe(1);
  });

  test("a search treats wildcards literally, and rejects text that no database stores", async () => {
    const admin = await join("admin");
    const names = ["100% sure", "under_score", "back\\slash", "star*", "a'b\"c", "Éloïse"];
    await Promise.all(names.map((name, index) => fixture.signUp(`odd${index}_x@example.com`, { name })));
    const found = async (searchField: "email" | "name", searchValue: string) => {
      const { data, error } = await admin.client.admin.listUsers({ searchField, searchValue });
      return data?.users.map(({ name }) => name) ?? error?.status;
    };
    for (const name of names) expect(await found("name", name.slice(0, -1))).toEqual([name]);
    for (const odd of ["%", "_", "\\", "%sure", "under%", "10_", "back\\\\", "*", "'", "\ud83d"])
      expect(await found("name", odd)).toEqual([]);
    expect(await found("email", "odd0%x")).toEqual([]);
    expect(await found("email", "odd0_x@")).toEqual([names[0]]);
    expect(await found("name", "x\u0000")).toBe(400);
  });

  test("all concurrent actions on one user get an answer", { timeout: 120_000 }, async () => {
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
