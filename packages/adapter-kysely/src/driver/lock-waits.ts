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
