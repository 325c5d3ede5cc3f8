import { hash, timingSafeEqual } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Pool } from "pg";
import type { KeyContender, KeyPlace } from "./contender.ts";

interface KeyRow {
  readonly id: string;
  readonly key: string;
  readonly enabled: number | boolean;
  readonly expiresAt: string | Date | null;
  readonly permissions: string | null;
  /** Of `floor`: the id of the row of the user. */
  readonly ownerId?: string;
}

type Select = (start: string) => Promise<KeyRow | undefined>;

const sqlOf = {
  select: 'select * from "apikey" where "start" = ',
  floor:
    'select k.*, u."id" as "ownerId" from "apikey" k inner join "user" u on u."id" = k."userId" where k."start" = ',
} as const;
const form = /^([a-z0-9_]{2,20}_[A-Za-z0-9]{10})([A-Za-z0-9]{43})[A-Za-z0-9]{6}$/;

/**
 * `select`: the row of a key by one prepared statement, without a check. `floor`: what a server without a library
 * must do: the form of the text, one statement for the key and its user, the hash of the secret and its comparison,
 * whether the key is enabled and has not ended, and the permissions as an object.
 */
export function open(place: KeyPlace, name: "select" | "floor"): KeyContender {
  const { select, close } =
    place.database === "SQLite" ? onSqlite(place.place, sqlOf[name]) : onPostgres(place.place, sqlOf[name]);
  const read = async (key: string): Promise<boolean> =>
    (await select(key.slice(0, key.lastIndexOf("_") + 11))) !== undefined;
  const verify = async (text: string): Promise<boolean> => (await principalOf(select, text)) !== null;
  const accepts = name === "select" ? read : verify;
  return {
    prepare: () => Promise.reject(new Error("It reads the keys of another contender.")),
    async check(key) {
      if (!(await accepts(key))) throw new Error("The key is not accepted.");
    },
    close,
  };
}

async function principalOf(select: Select, text: string) {
  const [, start, secret] = form.exec(text) ?? [];
  if (start === undefined || secret === undefined) return null;
  const row = await select(start);
  if (!row) return null;
  const given = hash("sha256", secret, "base64url");
  if (!timingSafeEqual(Buffer.from(row.key), Buffer.from(given))) return null;
  if (!row.enabled || (row.expiresAt !== null && new Date(row.expiresAt) <= new Date())) return null;
  const permissions: unknown = row.permissions === null ? {} : JSON.parse(row.permissions);
  return { id: row.id, userId: row.ownerId, permissions };
}

function onSqlite(file: string, sql: string): { readonly select: Select; readonly close: () => Promise<void> } {
  const database = new DatabaseSync(file, { readOnly: true });
  const statement = database.prepare(`${sql}?`);
  return {
    select: async (start) => statement.get(start) as KeyRow | undefined,
    close: async () => database.close(),
  };
}

function onPostgres(url: string, sql: string): { readonly select: Select; readonly close: () => Promise<void> } {
  const pool = new Pool({ connectionString: url });
  return {
    async select(start) {
      const { rows } = await pool.query<KeyRow>({ name: "select", text: `${sql}$1`, values: [start] });
      return rows[0];
    },
    close: () => pool.end(),
  };
}
