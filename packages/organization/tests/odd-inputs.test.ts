import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { createTestAuth } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { send } from "../../../tests/harness/listed-error.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { lines } from "./lines.ts";
import { openMatrix, type Scene } from "./matrix.ts";

const services = inject("services");

/** Invalid values from a caller without types: of another type, out of bounds, or impossible to store. */
const odd: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  [],
  [["owner"]],
  {},
  { $ne: "" },
  { constructor: ["x"] },
  { "": [""] },
  "",
  "\0",
  "\ud800",
  "\ufeff",
  "%_\\'\"`",
  "İ\u{1f600}",
  "x".repeat(300),
  "x".repeat(60_000),
  "__proto__",
  "1e3",
  "Infinity",
  "99999999999999999999",
];

/** Optional fields of a call beside those of its line. */
const optional: Readonly<Record<string, object>> = {
  "POST /organization/create": { logo: "https://x.io/a.png", metadata: { a: "b" }, userId: "x" },
  "POST /organization/update": { data: { slug: "home", logo: null, metadata: { a: "b" } } },
  "POST /organization/set-active": { organizationSlug: "home" },
  "GET /organization/get-full-organization": { organizationSlug: "home", membersLimit: 5, membersCursor: "x" },
  "GET /organization/list-members": { limit: 5, cursor: "x", role: "admin", sortBy: "role", sortDirection: "asc" },
  "POST /organization/transfer-ownership": { keepRole: "admin" },
  "POST /organization/invite-member": { resend: true, teamId: "x" },
  "POST /organization/accept-invitation": { token: "x" },
  "GET /organization/list-invitations": { status: "pending", limit: 5, cursor: "x" },
  "GET /organization/list-user-invitations": { limit: 5, cursor: "x" },
  "POST /organization/update-role": { roleId: "x", data: { permission: {}, roleName: "made" } },
  "GET /organization/get-role": { roleId: "x" },
  "POST /organization/update-team": { data: { name: "T", id: "x", organizationId: "x" } },
  "GET /organization/list-team-members": { limit: 5, cursor: "x" },
};

/** The call with an invalid value in place of each field, and of each nested field. */
function* oddly(right: object): Generator<object> {
  for (const [name, field] of Object.entries(right)) {
    for (const value of odd) yield { ...right, [name]: value };
    if (typeof field !== "object" || field === null) continue;
    for (const inner of Object.keys(field))
      for (const value of odd) yield { ...right, [name]: { ...field, [inner]: value } };
  }
}

describe.each(databaseTypes(services))("on %s a call with an invalid value gets an expected answer:", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let scene: Scene;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    const none = Number.POSITIVE_INFINITY;
    const limits = { membershipLimit: none, invitationLimit: none, roleLimit: none };
    const plugins = [organization(limits), teams({ maximumTeams: none })];
    const { schema } = createTestAuth({ plugins, config: { database } }).auth;
    await (await planMigration(database, schema)).apply();
    scene = await openMatrix(plugins, { database });
  });
  afterAll(async () => {
    await scene.fixture.auth.idle();
    await database.close();
    await fresh.drop();
  });

  test.each(lines)("$route", async ({ route, input }) => {
    const right = { ...input(scene), ...optional[route] };
    const surprises: string[] = [];
    for (const asked of oddly(right)) {
      const { status } = (await send(scene.people.owner, route, asked)).response;
      // Answers before validation: no session, or too many requests.
      if (status === 401 || status === 429 || status >= 500)
        surprises.push(`${status} to ${JSON.stringify(asked).slice(0, 300)}`);
    }
    expect(surprises).toEqual([]);
    expect(scene.fixture.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});
