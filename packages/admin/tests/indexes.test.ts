import { planMigration } from "@keyhold/adapter-kysely";
import { admin } from "@keyhold/admin";
import { type Auth, createAuth } from "@keyhold/core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { type Noted, type NotingDatabase, openNoting } from "../../../tests/harness/noting-database.ts";
import { roles } from "./fixture.ts";
import { userRows } from "./user-rows.ts";

const services = inject("services");

const queries: readonly (readonly [what: string, query: Readonly<Record<string, string>>, columns: string])[] = [
  ["the newest", {}, "createdAt"],
  ["the oldest", { sortBy: "createdAt" }, "createdAt"],
  ["by address", { sortBy: "email" }, "email"],
  ["by address, backwards", { sortBy: "email", sortDirection: "desc" }, "email"],
  ["by name", { sortBy: "name" }, "foldedName"],
  ["by name, backwards", { sortBy: "name", sortDirection: "desc" }, "foldedName"],
  ["an address", { searchValue: "ann" }, "email"],
  ["an address, backwards", { searchValue: "a", sortDirection: "desc" }, "email"],
  ["a name", { searchField: "name", searchValue: "ann" }, "foldedName"],
  ["a name, backwards", { searchField: "name", searchValue: "a", sortDirection: "desc" }, "foldedName"],
  ["a role", { filterField: "role", filterValue: "support" }, "role"],
  ["the default role, oldest first", { filterField: "role", filterValue: "user", sortBy: "createdAt" }, "role"],
  ["the banned", { filterField: "banned", filterValue: "true" }, "banned"],
  ["all others", { filterField: "banned", filterValue: "false" }, "banned"],
];

describe.each(databaseTypes(services))("list-users on %s", (type) => {
  let fresh: FreshDatabase;
  let opened: NotingDatabase;
  let auth: Auth<readonly [ReturnType<typeof admin>]>;
  let headers: Headers;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    opened = openNoting(fresh);
    const { database } = opened;
    auth = createAuth({
      secret: "only for this test: 4f9b7c21d8e3a650",
      baseURL: "http://localhost:3000",
      database,
      plugins: [admin({ roles })],
      rateLimit: { enabled: false, wrongPasswords: false },
      emailAndPassword: {
        enabled: true,
        passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
      },
    });
    await (await planMigration(database, auth.schema)).apply();
    const cookies: string[] = [];
    const setCookie = (line: string) => void cookies.push(line.split(";", 1)[0] ?? "");
    const person = { name: "Admin", email: "admin@example.com", password: "a right password" };
    await auth.api.signUp.email(person, { setCookie });
    headers = new Headers({ cookie: cookies.join("; ") });
    await database.kysely.updateTable("user").set({ role: "admin" }).execute();
    for (const rows of userRows(20_000, type)) await database.kysely.insertInto("user").values(rows).execute();
    await opened.run(type === "mysql" ? "analyze table user" : "analyze");
  });
  afterAll(async () => {
    await opened.close();
    await fresh.drop();
  });

  async function explained({ sql, parameters }: Noted): Promise<string> {
    const words = type === "sqlite" ? "explain query plan" : "explain";
    const rows = await opened.run(`${words} ${sql}`, parameters);
    return rows.map((row) => JSON.stringify(Object.values(row))).join("\n");
  }

  /** Signs of a scan of every row, or of a sort of all matches; a sort among equal index entries is accepted. */
  const slow = {
    sqlite: /SCAN user(?! USING (COVERING )?INDEX)|TEMP B-TREE FOR ORDER BY/,
    postgres: /Seq Scan|(?<!Incremental )Sort\b(?! Key| Method)/,
    mysql: /"ALL"|filesort|temporary/,
  }[type];

  test.each(queries)("finds %s by an index, and the next page as well", async (_, query, column) => {
    const page = await auth.api.admin.listUsers({ ...query, limit: 50 } as object, { headers });
    expect(page.users).toHaveLength(50);
    opened.noted.length = 0;
    await auth.api.admin.listUsers({ ...query, limit: 50 } as object, { headers });
    await auth.api.admin.listUsers({ ...query, limit: 50, cursor: page.nextCursor ?? "" } as object, { headers });
    const lists = opened.noted.filter(({ sql }) => /order by/i.test(sql));
    expect(lists.length).toBeGreaterThanOrEqual(2);
    for (const statement of lists) {
      const plan = await explained(statement);
      expect(plan, statement.sql).not.toMatch(slow);
      // If nearly all rows match, the index of the order alone is as good.
      expect(plan, statement.sql).toMatch(new RegExp(`user_(${column}|createdAt)_`));
    }
  });

  test("reads the session, and then each list by one statement", async () => {
    const statements = async (query: object) => {
      opened.noted.length = 0;
      await auth.api.admin.listUsers(query, { headers });
      return opened.noted.length;
    };
    expect(await statements({})).toBe(2);
    expect(await statements({ searchValue: "ann" })).toBe(2);
    expect(await statements({ filterField: "banned", filterValue: true })).toBe(2);
    expect(await statements({ count: true })).toBe(3);
    // A further statement finds rows inserted by the app.
    expect(await statements({ searchField: "name", searchValue: "ann" })).toBe(3);
    // Alone, and with each set of the three others.
    expect(await statements({ filterField: "role", filterValue: "support" })).toBe(1 + 8);
  });
});
