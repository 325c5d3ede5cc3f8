import type { Pool, PoolClient } from "pg";
import type { Connection, Session } from "./driver.js";

/** The connection of migrations through a pool of `pg`. */
export function postgresSession(pool: Pool): Session {
  const alone = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      return await work(connectionOf(client));
    } finally {
      client.release();
    }
  };
  return { alone, run: (statement, parameters) => alone(async ({ run }) => run(statement, parameters)) };
}

const connectionOf = (client: PoolClient): Connection => ({
  async run({ sql, columns }, parameters) {
    const { rows, rowCount } = await client.query({ text: sql, values: [...parameters], rowMode: "array" });
    return { rows: columns.length === 0 ? [] : rows, affected: rowCount ?? 0 };
  },
});
