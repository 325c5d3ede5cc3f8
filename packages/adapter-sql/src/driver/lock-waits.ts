import type { DialectName } from "../dialect/dialect.js";
import type { Statement } from "../statement/statement.js";
import type { Connection } from "./driver.js";

/** The first statement of a transaction: its lock timeout. */
export const postgresLockWait = (milliseconds: number): string => `set local lock_timeout = ${Math.ceil(milliseconds)}`;

/** MySQL has this setting only per session, so the previous value is restored for an app's own session. */
export const mysqlLockWait = {
  start: (milliseconds: number): string =>
    "set @keyhold_lock_wait = @@session.innodb_lock_wait_timeout, " +
    `@@session.innodb_lock_wait_timeout = ${lockWaitSeconds(milliseconds)}`,
  end: "set @@session.innodb_lock_wait_timeout = @keyhold_lock_wait",
} as const;

export const lockWaitSeconds = (milliseconds: number): number => Math.max(1, Math.round(milliseconds / 1000));

/** A statement without parameters and rows. */
export const command = (sql: string): Statement => ({ sql, columns: [], isRead: false });

/** Runs the work of an open transaction with a short lock timeout; SQLite has no row locks. */
export async function waitingBriefly<T>(
  type: DialectName,
  lockMilliseconds: number,
  { run }: Connection,
  work: () => Promise<T>,
): Promise<T> {
  if (type === "postgres") await run(command(postgresLockWait(lockMilliseconds)), []);
  if (type !== "mysql") return work();
  await run(command(mysqlLockWait.start(lockMilliseconds)), []);
  try {
    const answer = await work();
    await run(command(mysqlLockWait.end), []);
    return answer;
  } catch (error) {
    // The first error is more informative than the second.
    await Promise.resolve(run(command(mysqlLockWait.end), [])).catch(() => undefined);
    throw error;
  }
}
