import { hash, timingSafeEqual } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Pool } from "pg";
import type { KeyContender, KeyPlace } from "./contender.ts";

interface KeyRow {
  readonly key: string;
}

type Select = (start: string) => Promise<KeyRow | undefined>;

const sql = `select * from "apikey" where "start" = `;

/**
 * `select`: the row of a key by one prepared statement. `floor`: also the hash of the secret, and its comparison. Both
 * ask neither for the owner, nor for the end of the key.
 */
export function open(place: KeyPlace, name: "select" | "floor"): KeyContender {
  const { select, close } = place.database === "SQLite" ? onSqlite(place.place) : onPostgres(place.place);
  return {
    prepare: () => Promise.reject(new Error("It reads the keys of another contender.")),
    async check(key) {
      const secretAt = key.lastIndexOf("_") + 11;
      const row = await select(key.slice(0, secretAt));
      if (!row) throw new Error("The key is not there.");
      if (name === "select") return;
      const given = hash("sha256", key.slice(secretAt, secretAt + 43), "base64url");
      if (!timingSafeEqual(Buffer.from(row.key), Buffer.from(given))) throw new Error("The key is not accepted.");
    },
    close,
  };
}

function onSqlite(file: string): { readonly select: Select; readonly close: () => Promise<void> } {
  const database = new DatabaseSync(file, { readOnly: true });
  const statement = database.prepare(`${sql}?`);
  return {
    select: async (start) => statement.get(start) as KeyRow | undefined,
    close: async () => database.close(),
  };
}

function onPostgres(url: string): { readonly select: Select; readonly close: () => Promise<void> } {
  const pool = new Pool({ connectionString: url });
  return {
    async select(start) {
      const { rows } = await pool.query<KeyRow>({ name: "select", text: `${sql}$1`, values: [start] });
      return rows[0];
    },
    close: () => pool.end(),
  };
}
