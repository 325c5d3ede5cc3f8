import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { date, definePlugin, text } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { createTestAuth } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { openDatabase } from "../../../tests/harness/processes/open.js";
import { type Actor, posts } from "./attacking.ts";

/** Values that some databases reject: each gets a 400 on every database. */

const services = inject("services");

const office = definePlugin({
  id: "office",
  extends: {
    organization: {
      columns: {
        number: text().optional().input().unique(),
        branch: text().optional().input(),
        since: date().optional().input(),
      },
      indexes: [["branch", "id"]],
    },
  },
});

/** A cursor with these parts, forged by an attacker familiar with the encoding. */
const forged = (...parts: readonly string[]): string => Buffer.from(JSON.stringify(parts)).toString("base64url");
/** Every character is three bytes long, and neighbours differ: an index cannot compress the text. */
const wide = Array.from({ length: 2048 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join("");

describe.each(databaseTypes(services))("on %s", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let fixture: ReturnType<typeof open>;
  let owner: Actor;
  let organizationId: string;
  let teamId: string;

  const open = () =>
    createTestAuth({ plugins: [organization(), teams(), office], config: { database: openedDatabase() } });
  const openedDatabase = (): KyselyDatabase => {
    database = openDatabase(fresh);
    return database;
  };

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    fixture = open();
    await (await planMigration(database, fixture.auth.schema)).apply();
    owner = await fixture.signUp("owner@example.com");
    organizationId = (await posts(owner, "create", { name: "Acme", slug: "acme" })).body.id;
    teamId = (await posts(owner, "create-team", { name: "Sales", organizationId })).body.id;
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await database.close();
    await fresh.drop();
    expect(fixture.logged).toEqual([]);
  });

  test.each([
    ["a date before the year 0", forged("-271821-04-20T00:00:00.000Z", "x")],
    ["a date in the year 0", forged("0000-01-01T00:00:00.000Z", "x")],
    ["a date after the year 9999", forged("+010000-01-01T00:00:00.000Z", "x")],
    ["the last valid date", forged("+275760-09-13T00:00:00.000Z", "x")],
    ["an id with a NUL", forged("2026-01-01T00:00:00.000Z", "x\0y")],
    ["an id with half a character", forged("2026-01-01T00:00:00.000Z", "x\ud800")],
  ])("no list continues after %s", async (_, cursor) => {
    const asks = [
      ["list-members", { organizationId, cursor }],
      ["get-full-organization", { organizationId, membersCursor: cursor }],
      ["list-team-members", { teamId, cursor }],
    ] as const;
    for (const [path, query] of asks) {
      const response = await owner.browser.get(`/organization/${path}`, query);
      expect([path, response.status, (await response.json()).code]).toEqual([path, 400, "VALIDATION_ERROR"]);
    }
  });

  test.each([
    ["a role", forged("own\0er", "x")],
    ["an id", forged("owner", "\0")],
  ])("no list of roles continues after %s with a NUL", async (_, cursor) => {
    const response = await owner.browser.get("/organization/list-members", { organizationId, sortBy: "role", cursor });
    expect([response.status, (await response.json()).code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test.each<[column: string, value: string]>([
    ["since", "+275760-09-13"],
    ["since", "-200000-01-01T00:00:00.000Z"],
    ["since", "+010000-01-01T00:00:00.000Z"],
    ["since", "0000-01-01"],
    ["number", "n".repeat(256)],
    ["number", wide],
    ["branch", wide],
  ])("no column %s stores %j", async (column, value) => {
    const { status, body } = await posts(owner, "update", { organizationId, data: { [column]: value } });
    expect({ status, code: body.code, path: body.issues?.[0]?.path }).toEqual({
      status: 400,
      code: "VALIDATION_ERROR",
      path: column,
    });
  });

  test.each<[column: string, value: string, shown: string]>([
    ["since", "0001-01-01", "0001-01-01T00:00:00.000Z"],
    ["since", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    ["number", wide.slice(0, 255), wide.slice(0, 255)],
    ["branch", "\u{1F600}".repeat(127), "\u{1F600}".repeat(127)],
  ])("a column %s stores the extreme but valid %j", async (column, value, shown) => {
    const { status, body } = await posts(owner, "update", { organizationId, data: { [column]: value } });
    expect({ status, shown: body[column] }).toEqual({ status: 200, shown });
  });
});
