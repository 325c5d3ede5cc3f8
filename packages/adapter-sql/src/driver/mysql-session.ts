import type { Pool, PoolConnection } from "mysql2";
import { property } from "../dialect/error.js";
import type { Connection, Result, Session } from "./driver.js";

/** The connection of migrations through a pool of mysql2. */
export function mysqlSession(pool: Pool): Session {
  const alone = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await connectionOf(pool);
    try {
      return await work({ run: (statement, parameters) => query(connection, statement, parameters) });
    } finally {
      connection.release();
    }
  };
  return { alone, run: (statement, parameters) => alone(async ({ run }) => run(statement, parameters)) };
}

const connectionOf = (pool: Pool): Promise<PoolConnection> =>
  new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });

const query = (
  connection: PoolConnection,
  { sql, columns }: Parameters<Connection["run"]>[0],
  parameters: readonly unknown[],
): Promise<Result> =>
  new Promise((resolve, reject) => {
    connection.query({ sql, rowsAsArray: true }, [...parameters], (error, result: unknown) => {
      if (error) return reject(error);
      if (columns.length === 0) return resolve({ rows: [], affected: Number(property(result, "affectedRows") ?? 0) });
      return resolve({ rows: Array.isArray(result) ? result : [], affected: 0 });
    });
  });
