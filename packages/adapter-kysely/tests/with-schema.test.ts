import { kyselyAdapter, type Tables } from "@keyhold/adapter-kysely";
import { defineModel, text } from "@keyhold/core/plugin";
import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { expect, test } from "vitest";

const clubModel = defineModel("club", { id: text(), name: text() });
const schema = { models: new Map([["club", clubModel]]) };

/** An instance without a server, and the SQL that it gets. */
function postgres() {
  const sent: string[] = [];
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query.sql),
  });
  return { sent, kysely };
}

test.each([
  ["the schema of withSchema()", {}, '"auth"."club"'],
  ["naming.schema, if both are given", { naming: { schema: "accounts" } }, '"accounts"."club"'],
])("the tables are in %s", async (_, options, table) => {
  const { sent, kysely } = postgres();
  const database = kyselyAdapter({ kysely: kysely.withSchema("auth"), type: "postgres", ...options });
  await database.connect(schema).find(clubModel, { id: "1" });
  expect(sent.join()).toContain(`from ${table}`);
});

test("without withSchema() the tables are in the search path", async () => {
  const { sent, kysely } = postgres();
  await kyselyAdapter({ kysely, type: "postgres" }).connect(schema).find(clubModel, { id: "1" });
  expect(sent.join()).toContain('from "club"');
});

test("withSchema() is refused for MySQL, where it would name another database", () => {
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new MysqlAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new MysqlIntrospector(db),
      createQueryCompiler: () => new MysqlQueryCompiler(),
    },
  });
  expect(() => kyselyAdapter({ kysely: kysely.withSchema("other"), type: "mysql" })).toThrow(
    "`naming.schema` names a schema of PostgreSQL",
  );
});
