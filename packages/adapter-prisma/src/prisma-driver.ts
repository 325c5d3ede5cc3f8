import type { Connection, DialectName, Driver } from "@keyhold/adapter-sql";
import {
  command,
  createTurns,
  guarded,
  inTime,
  inTurn,
  type Waits,
  waitingBriefly,
} from "@keyhold/adapter-sql/drivers";
import { isStorageUnavailable, StorageUnavailable } from "@keyhold/core/adapter";
import { clientError, isBusy } from "./client-error.js";
import type { PrismaClientLike, PrismaTransaction } from "./prisma-client.js";

/** The default pool size of `pg` and `mariadb`: Prisma does not expose the actual size. */
const assumedPoolSize = 10;

/** Access through a Prisma client with any driver adapter. */
export function prismaDriver(prisma: PrismaClientLike, type: DialectName, waits: Waits): Driver {
  const { connectMilliseconds } = waits;
  // Prisma would wait for the only connection without a timeout.
  const turns = type === "sqlite" ? createTurns(connectMilliseconds) : null;
  const access: Access = { prisma, type, waits };
  const outside = connectionOf(prisma, access, () => undefined);
  const driver: Driver = {
    pool: turns ? null : { identity: prisma, size: assumedPoolSize, waitMilliseconds: connectMilliseconds },
    run(statement, parameters) {
      // Only a transaction can set a lock timeout.
      if (!statement.isRead) return driver.transaction(async ({ run }) => run(statement, parameters));
      return inTurn(turns, async () => outside.run(statement, parameters));
    },
    transaction: (work) => inTurn(turns, () => inTransaction(access, work)),
    shared: (work, guard) =>
      inTurn(turns, () => inTransaction(access, (connection, tx) => work(connection, guarded(tx, guard)))),
    close: async () => undefined,
  };
  return driver;
}

interface Access {
  readonly prisma: PrismaClientLike;
  readonly type: DialectName;
  readonly waits: Waits;
}

type Work<T> = (connection: Connection, tx: PrismaTransaction) => Promise<T>;

/** Rejects as soon as the connection is lost: Prisma would first wait for the answer to the ROLLBACK. */
function inTransaction<T>(access: Access, work: Work<T>): Promise<T> {
  const { prisma, type, waits } = access;
  return new Promise<T>((resolve, reject) => {
    let hasFailed = false;
    const failed = (error: unknown): void => {
      hasFailed = true;
      if (isStorageUnavailable(error)) reject(error);
    };
    const run = async (tx: PrismaTransaction): Promise<T> => {
      const connection = connectionOf(tx, access, failed);
      if (type === "sqlite") await lockSqlite(connection, waits.connectMilliseconds);
      const answer = await waitingBriefly(type, waits.lockMilliseconds, connection, () => work(connection, tx));
      // After a caught error PostgreSQL answers COMMIT with ROLLBACK, and Prisma reports no error. This statement
      // fails.
      if (hasFailed && type === "postgres") await connection.run(command("select 1"), []);
      return answer;
    };
    const limits = limitsOf(waits);
    const options = type === "sqlite" ? limits : { ...limits, isolationLevel: "ReadCommitted" as const };
    prisma.$transaction(run, options).then(resolve, (error: unknown) => reject(clientError(error, type)));
  });
}

/** Longer than the waits of the engine: Prisma's defaults are 2 s for a connection, and 5 s for a transaction. */
const limitsOf = ({ connectMilliseconds, statementMilliseconds }: Waits): { maxWait: number; timeout: number } => ({
  maxWait: connectMilliseconds,
  timeout: 4 * statementMilliseconds,
});

/** The pause between two tries for the write lock of SQLite. */
const retryMilliseconds = 10;

/**
 * Prisma begins without the write lock: a transaction that reads first and writes later would fail if another process
 * has written meanwhile. This statement takes the lock and changes no row; at most a free page returns to the file
 * system.
 */
async function lockSqlite({ run }: Connection, connectMilliseconds: number): Promise<void> {
  for (let waited = 0; ; waited += retryMilliseconds) {
    try {
      await run(command("pragma incremental_vacuum(1)"), []);
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (waited >= connectMilliseconds)
        throw new StorageUnavailable("The database is locked by another process.", {
          cause: error,
          reason: "locked by another process",
        });
    }
    await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
  }
}

/** `failed` gets the error of each failed statement. */
function connectionOf(
  prisma: PrismaTransaction,
  { type, waits }: Access,
  failed: (error: unknown) => void,
): Connection {
  return {
    async run({ sql, columns }, parameters) {
      try {
        if (columns.length === 0) {
          const answer = prisma.$executeRawUnsafe(sql, ...parameters);
          return { rows: [], affected: await inTime(answer, waits.statementMilliseconds, "A statement") };
        }
        const answer = prisma.$queryRawUnsafe<Record<string, unknown>[]>(sql, ...parameters);
        const rows = await inTime(answer, waits.statementMilliseconds, "A statement");
        return { rows: rows.map((row) => columns.map((column) => row[column])), affected: 0 };
      } catch (error) {
        const converted = clientError(error, type);
        failed(converted);
        throw converted;
      }
    },
  };
}
