import { bool, sessionModel, text, userModel, withColumns } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { racedByProcesses } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import {
  every,
  type Person,
  password,
  unknownWins,
  useRaceBench,
  wins,
} from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");
const managedUserModel = withColumns(userModel, { role: text().optional(), banned: bool().optional() });
const managedSessionModel = withColumns(sessionModel, { impersonatedBy: text().optional() });

describe.each(racedByProcesses(services, { outages: "at night" }))(
  "sixteen callers in several processes on %s:",
  (type) => {
    const bench = useRaceBench({ type, services, config: "admins" });

    async function join(role: string | null = null): Promise<Person> {
      const person = await bench().signUp();
      await bench().db.update(managedUserModel, person.id, { role });
      return person;
    }

    const post = (path: string, body: unknown, { cookie }: Pick<Person, "cookie">): RacedRequest => ({
      method: "POST",
      path,
      body,
      cookie,
    });
    const signIn = ({ email }: Person): RacedRequest => ({
      method: "POST",
      path: "/sign-in/email",
      body: { email, password },
    });

    /** Distributes these requests to the callers in turn. */
    const race = (requests: readonly RacedRequest[]) =>
      bench().race(every((caller) => requests[caller % requests.length] as RacedRequest));

    const isAdmin = async ({ id }: Person): Promise<boolean> => {
      const row = await bench().db.find(managedUserModel, { id });
      return row?.role === "admin" && row.banned !== true;
    };

    test("a user who signs in during a ban has no session afterwards", { timeout }, async () => {
      const admin = await join("admin");
      await eachRound(type, async () => {
        const person = await join();
        await race([
          signIn(person),
          signIn(person),
          post("/admin/ban-user", { userId: person.id }, admin),
          signIn(person),
        ]);
        expect(await bench().db.count(sessionModel, { userId: person.id })).toBe(0);
      });
    });

    test.each([
      ["demote", "/admin/set-role", { role: "user" }],
      ["ban", "/admin/ban-user", {}],
      ["remove", "/admin/remove-user", {}],
    ])("of two administrators who %s each other one stays", { timeout }, async (_, path, body) => {
      await eachRound(type, async () => {
        const [one, other] = [await join("admin"), await join("admin")];
        const answers = await race([
          post(path, { userId: other.id, ...body }, one),
          post(path, { userId: one.id, ...body }, other),
        ]);
        expect(wins(answers) + unknownWins(answers)).toBeGreaterThanOrEqual(1);
        expect([await isAdmin(one), await isAdmin(other)].filter(Boolean)).toHaveLength(1);
      });
    });

    test("no impersonation outlives the role that permits it", { timeout }, async () => {
      const admin = await join("admin");
      await eachRound(type, async () => {
        const [support, ann] = [await join("support"), await join()];
        const impersonate = post("/admin/impersonate-user", { userId: ann.id }, support);
        await race([
          impersonate,
          impersonate,
          impersonate,
          post("/admin/set-role", { userId: support.id, role: "user" }, admin),
        ]);
        expect(await bench().db.count(managedSessionModel, { impersonatedBy: support.id })).toBe(0);
        expect(await bench().db.count(sessionModel, { userId: ann.id })).toBe(1);
      });
    });

    test("of four in a ring, each against the next in another way, one stays", { timeout }, async () => {
      await eachRound(type, async () => {
        const [first, second, third, fourth] = [
          await join("admin"),
          await join("admin"),
          await join("admin"),
          await join("admin"),
        ];
        await race([
          post("/admin/set-role", { userId: second.id, role: "user" }, first),
          post("/admin/ban-user", { userId: third.id }, second),
          post("/admin/remove-user", { userId: fourth.id }, third),
          post("/admin/set-role", { userId: first.id, role: "support" }, fourth),
        ]);
        const left = await Promise.all([first, second, third, fourth].map(isAdmin));
        expect(left.filter(Boolean).length).toBeGreaterThanOrEqual(1);
      });
    });

    test("a banned user is not impersonated, and a removed user leaves no rows", { timeout }, async () => {
      const admin = await join("admin");
      await eachRound(type, async () => {
        const [banned, removed] = [await join(), await join()];
        await race([
          post("/admin/impersonate-user", { userId: banned.id }, admin),
          post("/admin/ban-user", { userId: banned.id }, admin),
          post("/admin/impersonate-user", { userId: removed.id }, admin),
          post("/admin/remove-user", { userId: removed.id }, admin),
          signIn(removed),
          post("/admin/set-user-password", { userId: removed.id, newPassword: "a new long password" }, admin),
        ]);
        const { db } = bench();
        expect(await db.count(sessionModel, { userId: banned.id })).toBe(0);
        expect(await db.count(sessionModel, { userId: removed.id })).toBe(0);
        expect(await db.count(userModel, { id: removed.id })).toBe(0);
      });
    });

    test("a new password by an administrator ends every session created with the old one", { timeout }, async () => {
      const admin = await join("admin");
      await eachRound(type, async () => {
        const person = await join();
        const body = { userId: person.id, newPassword: "a new long password" };
        await race([signIn(person), signIn(person), signIn(person), post("/admin/set-user-password", body, admin)]);
        expect(await bench().db.count(sessionModel, { userId: person.id })).toBe(0);
      });
    });

    test("a user banned and unbanned concurrently has a session or a ban, never both", { timeout }, async () => {
      const admin = await join("admin");
      await eachRound(type, async () => {
        const person = await join();
        const { id: userId } = person;
        await race([
          post("/admin/ban-user", { userId }, admin),
          signIn(person),
          post("/admin/unban-user", { userId }, admin),
          signIn(person),
        ]);
        const user = await bench().db.find(managedUserModel, { id: userId });
        if (user?.banned) expect(await bench().db.count(sessionModel, { userId })).toBe(0);
      });
    });
  },
);
