/** A pool of connections: of `pg`, of @neondatabase/serverless, or of mysql2. */
export interface KyselyPool {
  on(event: never, listener: never): unknown;
}

interface Emitter {
  on(event: string, listener: (connection: Emitter) => void): unknown;
}

const watched = new WeakSet<object>();

/**
 * Listens to the errors of the pool and of each connection of the pool: a lost connection emits an error, also in a
 * transaction, and without a listener the error would end the process. The query rejects with this error, too.
 */
export function watchPool(pool: KyselyPool): void {
  const own = poolBelow(pool) as Emitter;
  if (!isNew(own)) return;
  own.on("error", () => undefined);
  for (const event of ["connect", "acquire", "connection"] as const)
    own.on(event, (connection) => {
      if (isNew(connection)) connection.on("error", () => undefined);
    });
}

function isNew(emitter: object): boolean {
  if (watched.has(emitter)) return false;
  watched.add(emitter);
  return true;
}

/** The pool of `mysql2/promise` wraps a pool with callbacks. */
const poolBelow = (pool: KyselyPool): KyselyPool =>
  "pool" in pool && typeof pool.pool === "object" && pool.pool !== null ? (pool.pool as KyselyPool) : pool;

/** The option of `pg` or the option of mysql2; 0 has no limit there. */
export function sizeOf(pool: KyselyPool): number {
  const own: object = poolBelow(pool);
  const { options, config }: { options?: { max?: number }; config?: { connectionLimit?: number } } = own;
  return options?.max ?? (config?.connectionLimit || Number.POSITIVE_INFINITY);
}
