import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { planMigration } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { type Adapter, isStorageUnavailable, type Schema } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import { sql } from "kysely";
import { createPool } from "mysql2";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";

const services = inject("services");
const schema: Schema = { models: new Map([["user", userModel]]) };
const servers = ["postgres", "mysql"] as const;
const now = new Date(0);
const user = { id: "ada", name: "", email: "ada", createdAt: now, updatedAt: now };

/** A server's errors at a shutdown or a limit, raised by triggers: they arrive over a real connection. */
type Codes = readonly (readonly [number: number, state: string])[];
const codes: Readonly<Record<"mysql" | "postgres", Codes>> = {
  mysql: [
    [1040, "08004"],
    [1043, "08S01"],
    [1047, "08S01"],
    [1053, "08S01"],
    [1158, "08S01"],
    [1203, "42000"],
    [1927, "70100"],
    [3032, "HY000"],
    [4031, "HY000"],
  ],
  postgres: ["08000", "08003", "08006", "08P01", "53300", "57P01", "57P03", "57P05", "58030"].map((state) => [
    0,
    state,
  ]),
} as const;

for (const type of servers)
  describe.skipIf(services[type] === null)(`a connection to ${type}`, () => {
    let fresh: FreshDatabase;
    let database: KyselyDatabase;
    let db: Adapter;
    let end: () => Promise<void>;

    beforeAll(async () => {
      fresh = await freshDatabase(type, services);
      if (type === "postgres") {
        const pool = new pg.Pool({ connectionString: fresh.place, max: 1 });
        [database, end] = [postgres(pool), () => pool.end()];
      } else {
        const pool = createPool({ uri: fresh.place, connectionLimit: 1 });
        database = mysql(pool);
        end = () => new Promise((resolve) => pool.end(() => resolve()));
      }
      await (await planMigration(database, schema)).apply();
      db = database.connect(schema);
    });
    afterAll(async () => {
      await end();
      await fresh.drop();
    });

    async function failInserts(errno: number, state: string): Promise<void> {
      const run = (text: string) => sql.raw(text).execute(database.kysely);
      if (type === "mysql") {
        await run("drop trigger if exists planned");
        await run(`create trigger planned before insert on user for each row
        signal sqlstate '${state}' set mysql_errno = ${errno}, message_text = 'planned'`);
        return;
      }
      await run(`create or replace function planned() returns trigger language plpgsql as
      $$ begin raise exception 'planned' using errcode = '${state}'; end $$`);
      await run(`create or replace trigger planned before insert on "user" for each row execute function planned()`);
    }

    const connectionId = async (): Promise<number> => {
      const id = type === "mysql" ? sql`connection_id()` : sql`pg_backend_pid()`;
      const { rows } = await sql<{ id: number }>`select ${id} as id`.execute(database.kysely);
      return Number(rows[0]?.id);
    };

    const thrown = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

    describe.each(type === "mysql" ? codes.mysql : codes.postgres)("that met %i %s", (errno, state) => {
      it("alone or in a transaction, is unavailable and not used again, even if the work catches the error", async () => {
        await failInserts(errno, state);
        const before = await connectionId();
        expect(isStorageUnavailable(await thrown(db.insert(userModel, user)))).toBe(true);
        const second = await connectionId();
        expect(second).not.toBe(before);
        expect(isStorageUnavailable(await thrown(db.transaction((tx) => tx.insert(userModel, user))))).toBe(true);
        const third = await connectionId();
        expect(third).not.toBe(second);
        const other = new Error("other");
        const hidden = db.transaction((tx) => tx.insert(userModel, user).catch(() => Promise.reject(other)));
        expect(await thrown(hidden)).toBe(other);
        expect(await connectionId()).not.toBe(third);
      });
    });

    it("that met an error of the data is used again", async () => {
      await failInserts(1644, type === "mysql" ? "45000" : "P0001");
      const before = await connectionId();
      expect(isStorageUnavailable(await thrown(db.insert(userModel, user)))).toBe(false);
      expect(await connectionId()).toBe(before);
    });
  });
