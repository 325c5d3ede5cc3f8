import { after, isIn, sessionModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { dialects } from "../dialect/dialects.js";
import { columnOf, type ModelPlan, planModels } from "./plan.js";
import { findQuery, listQuery } from "./read.js";
import { createTable, type Query } from "./table.js";
import { readWhere } from "./where.js";

const schema = { models: new Map([userModel, sessionModel].map((model) => [model.name, model])) };

function plans(type: keyof typeof dialects): { session: ModelPlan; user: ModelPlan } {
  const all = planModels(schema, dialects[type]);
  const get = (name: string): ModelPlan => all.get(name) ?? expect.unreachable(name);
  return { session: get("session"), user: get("user") };
}

const given = (query: Query | null): Query => query ?? expect.unreachable("rows can match");

describe("a session joined with its user", () => {
  it("is one statement with the lookup by token first", () => {
    const { session, user } = plans("sqlite");
    const shown = { own: session, parent: user };
    const { statement } = given(
      findQuery(createTable(dialects.sqlite, session), { where: { token: "t" } }, shown),
    ).prepared;
    expect(statement.sql).toMatch(
      /from "session" inner join "user" on "user"\."id" = "session"\."userId" where "session"\."token" = \? limit 1$/,
    );
    expect(statement.columns).toHaveLength(session.columns.length + user.columns.length);
  });

  it("is found on MySQL by the index, and compared byte by byte", () => {
    const { session, user } = plans("mysql");
    const shown = { own: session, parent: user };
    const query = given(findQuery(createTable(dialects.mysql, session), { where: { token: "t" } }, shown));
    expect(query.prepared.statement.sql).toContain(
      "where `session`.`token` = ? and cast(convert(`session`.`token` using utf8mb4) as binary) = cast(? as binary) limit 1",
    );
    expect(query.parameters, "both comparisons are of the same value").toEqual(["t", "t"]);
  });

  it("has its dates as milliseconds on PostgreSQL, independent of the session's time zone", () => {
    const { session } = plans("postgres");
    const shown = { own: session, parent: null };
    const query = given(findQuery(createTable(dialects.postgres, session), { where: { token: "t" } }, shown));
    expect(query.prepared.statement.sql).toContain(
      `(extract(epoch from "session"."expiresAt") * 1000)::float8 as "expiresAt"`,
    );
  });
});

describe("a page after a cursor", () => {
  const cursor = { value: new Date(), id: "s" };
  const page = { orderBy: "createdAt", direction: "descending", cursor, limit: 10 } as const;

  function listed(type: keyof typeof dialects): string {
    const { session } = plans(type);
    const table = createTable(dialects[type], session);
    return given(listQuery(table, { userId: "u" }, page, { own: session, parent: null })).prepared.statement.sql;
  }

  it("compares the two sort columns as one row value", () => {
    expect(listed("sqlite")).toMatch(
      /where \("session"\."createdAt", "session"\."id"\) < \(\?, \?\) and "session"\."userId" = \? order by "session"\."createdAt" desc, "session"\."id" desc limit \?$/,
    );
  });

  it("expands the comparison for MySQL, to use the index, and writes the limit into the statement", () => {
    expect(listed("mysql")).toMatch(
      /or \(`session`\.`createdAt` = \? and `session`\.`id` < \?\)\) and .* order by .* limit 10$/,
    );
  });
});

describe("the statement of a find", () => {
  it("is one object for the same conditions, and another with a parent or a locked parent", () => {
    const { session, user } = plans("sqlite");
    const table = createTable(dialects.sqlite, session);
    const rows = { where: { token: "t" } };
    const alone = { own: session, parent: null };
    const first = given(findQuery(table, rows, alone)).prepared;
    expect(given(findQuery(table, { where: { token: "u" } }, alone)).prepared).toBe(first);
    const others = [
      findQuery(table, rows, { own: session, parent: user }),
      findQuery(table, { ...rows, under: { column: "userId", id: "u" } }, alone),
      findQuery(table, { where: { token: null } }, alone),
    ].map((query) => given(query).prepared.statement.sql);
    expect(new Set([first.statement.sql, ...others]).size).toBe(4);
  });
});

describe("the key of a where", () => {
  const { session } = plans("sqlite");
  const keyOf = (where: Record<string, unknown>): string => readWhere(session, { where }).key;

  it("is the same for the same structure with any values", () => {
    expect(keyOf({ token: "a" })).toBe(keyOf({ token: "b" }));
    expect(keyOf({ id: isIn(["a", "b", "c"]) }), "lists share statements up to the next power of two").toBe(
      keyOf({ id: isIn(["a", "b", "c", "d"]) }),
    );
  });

  it("differs for different operators", () => {
    const when = new Date();
    const keys = [
      keyOf({ expiresAt: when }),
      keyOf({ expiresAt: after(when) }),
      keyOf({ ipAddress: null }),
      keyOf({ ipAddress: "" }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("skips the query on PostgreSQL for a text that it cannot store", () => {
    const { session } = plans("postgres");
    expect(readWhere(session, { where: { token: "a\0" } }).matchesNothing).toBe(true);
  });

  it("throws for a value of another kind, which MySQL would convert", () => {
    expect(() => keyOf({ token: 0 })).toThrow(TypeError);
    expect(() => columnOf(session, "nothing")).toThrow(/no column/);
  });
});
