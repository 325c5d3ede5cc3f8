import type { Connection, Result, Statement } from "@keyhold/adapter-sql";
import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./kysely-adapter.js";

export type Work<T> = (connection: Connection) => Promise<T>;

/** A raw query for Kysely's executor. Built here, because Kysely's own function loads the whole query builder. */
export const rawQuery = (sql: string, parameters: readonly unknown[] = []): CompiledQuery<Record<string, unknown>> => ({
  sql,
  parameters,
  query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
  queryId: { queryId: `keyhold-${++queries}` },
});
let queries = 0;

export function connectionOf(kysely: Kysely<Tables>): Connection {
  return {
    async run({ sql, columns }: Statement, parameters: readonly unknown[]): Promise<Result> {
      const result = await kysely.executeQuery(rawQuery(sql, [...parameters]));
      return {
        rows: result.rows.map((row) => columns.map((column) => row[column])),
        affected: Number(result.numAffectedRows ?? 0),
      };
    },
  };
}

export const readCommitted = <T>(kysely: Kysely<Tables>, work: Work<T>): Promise<T> =>
  kysely
    .transaction()
    .setIsolationLevel("read committed")
    .execute((transaction) => work(connectionOf(transaction)));
