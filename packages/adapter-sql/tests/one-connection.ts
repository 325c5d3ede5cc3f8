import { type Connection, type SqlDatabase, sqlDatabase } from "@keyhold/adapter-sql";
import { createTurns } from "@keyhold/adapter-sql/drivers";
import type pg from "pg";

/** The adapter for a single connection of `pg`. */
export function oneConnection(client: pg.Client): SqlDatabase {
  const connection: Connection = {
    async run({ sql, columns }, parameters) {
      const { rows, rowCount } = await client.query({ text: sql, values: [...parameters], rowMode: "array" });
      return { rows: columns.length === 0 ? [] : rows, affected: rowCount ?? 0 };
    },
  };
  const turns = createTurns(5000);
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const giveBack = await turns.consume();
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
  return sqlDatabase({
    name: "one connection (postgres)",
    type: "postgres",
    driver: {
      pool: null,
      run: (statement, parameters) => inTurn(async () => connection.run(statement, parameters)),
      transaction: (work) =>
        inTurn(async () => {
          await client.query("begin isolation level read committed; set local lock_timeout = '1500ms'");
          try {
            const answer = await work(connection);
            await client.query("commit");
            return answer;
          } catch (error) {
            await client.query("rollback");
            throw error;
          }
        }),
      close: () => client.end(),
    },
  });
}
