import type { DialectName, Driver, Session } from "@keyhold/adapter-sql";
import { createTurns, inTurn, type Waits, waitingBriefly } from "@keyhold/adapter-sql/drivers";
import type { Kysely } from "kysely";
import type { Tables } from "./kysely-adapter.js";
import { connectionOf, rawQuery, readCommitted, type Work } from "./kysely-connection.js";
import { kyselyShared } from "./kysely-shared.js";
import { createProbe } from "./transaction-probe.js";

/** The default pool size of `pg` and mysql2: Kysely does not expose the actual size. */
export const assumedPoolSize = 10;

/** Access through a Kysely instance, with any dialect and driver. `app`: the instance with the plugins of the app. */
export function kyselyDriver(
  kysely: Kysely<Tables>,
  app: Kysely<Tables>,
  type: DialectName,
  waits: Waits,
  poolSize: number,
): Driver {
  const { lockMilliseconds, connectMilliseconds } = waits;
  const isSingle = type === "sqlite" || !kysely.getExecutor().adapter.supportsMultipleConnections;
  const turns = isSingle ? createTurns(connectMilliseconds) : null;
  const outside = connectionOf(kysely);
  const probe = createProbe(kysely, type);
  const shared = kyselyShared(() => app, { type, waits, turns });
  const transaction = async <T>(work: Work<T>): Promise<T> => {
    await probe();
    if (type === "sqlite") return immediately(kysely, work);
    return readCommitted(kysely, (connection) =>
      isSingle ? work(connection) : waitingBriefly(type, lockMilliseconds, connection, () => work(connection)),
    );
  };
  return {
    pool: isSingle ? null : { identity: kysely, size: poolSize, waitMilliseconds: connectMilliseconds },
    ...(!isSingle && { lockMilliseconds }),
    session: kyselySession(kysely, probe),
    run(statement, parameters) {
      // Without `isBounded`, only a transaction can set a lock timeout.
      if (!isSingle && !statement.isRead && !statement.isBounded)
        return transaction(async ({ run }) => run(statement, parameters));
      return inTurn(turns, async () => {
        if (!statement.isRead) await probe();
        return outside.run(statement, parameters);
      });
    },
    transaction: (work) => inTurn(turns, () => transaction(work)),
    async shared(work, guard) {
      await inTurn(turns, async () => probe());
      return shared(work, guard);
    },
    close: async () => undefined,
  };
}

/**
 * On SQLite, a transaction that reads first and writes later would fail if another transaction has written meanwhile.
 */
const immediately = <T>(kysely: Kysely<Tables>, work: Work<T>): Promise<T> =>
  kysely.connection().execute(async (only) => {
    await only.executeQuery(rawQuery("begin immediate"));
    try {
      const answer = await work(connectionOf(only));
      await only.executeQuery(rawQuery("commit"));
      return answer;
    } catch (error) {
      // Some errors have already rolled back; the first error is more informative than the second.
      await only.executeQuery(rawQuery("rollback")).catch(() => undefined);
      throw error;
    }
  });

/** The connection of migrations through a Kysely instance. */
const kyselySession = (kysely: Kysely<Tables>, probe: () => Promise<void> | null): Session => ({
  ...connectionOf(kysely),
  async alone(work) {
    await probe();
    return kysely.connection().execute((only) => work(connectionOf(only)));
  },
});
