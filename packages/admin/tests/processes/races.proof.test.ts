import { sessionModel, userModel, withColumns } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import {
  every,
  type Person,
  password,
  rounds,
  useRaceBench,
  wins,
} from "../../../../tests/harness/processes/race-bench.ts";
import { racePlugins } from "../../../../tests/harness/processes/race-plugins.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { bool, text } from "../../../core/src/model/column.ts";

const services = inject("services");
const timeout = 240_000;
const managedUserModel = withColumns(userModel, { role: text().optional(), banned: bool().optional() });
const managedSessionModel = withColumns(sessionModel, { impersonatedBy: text().optional() });

describe.each(databaseTypes(services))("sixteen callers in several processes on %s, fifty rounds:", (type) => {
  const bench = useRaceBench({ type, services, config: "admins", plugins: racePlugins.admins() });

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
    for (let round = 0; round < rounds; round += 1) {
      const person = await join();
      await race([
        signIn(person),
        signIn(person),
        post("/admin/ban-user", { userId: person.id }, admin),
        signIn(person),
      ]);
      expect(await bench().db.count(sessionModel, { userId: person.id })).toBe(0);
    }
  });

  test.each([
    ["demote", "/admin/set-role", { role: "user" }],
    ["ban", "/admin/ban-user", {}],
    ["remove", "/admin/remove-user", {}],
  ])("of two administrators who %s each other one stays", { timeout }, async (_, path, body) => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await join("admin"), await join("admin")];
      const answers = await race([
        post(path, { userId: other.id, ...body }, one),
        post(path, { userId: one.id, ...body }, other),
      ]);
      expect(wins(answers)).toBeGreaterThanOrEqual(1);
      expect([await isAdmin(one), await isAdmin(other)].filter(Boolean)).toHaveLength(1);
    }
  });

  test("no impersonation outlives the role that permits it", { timeout }, async () => {
    const admin = await join("admin");
    for (let round = 0; round < rounds; round += 1) {
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
    }
  });
});
