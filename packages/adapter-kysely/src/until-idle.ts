/**
 * Runs the work of a transaction on the only connection, and rejects if the work no longer calls `note`: a query
 * outside of the transaction would wait for the end of the work, and the work for the query. Afterwards `note` throws:
 * the transaction is rolled back, and a later statement would commit alone.
 */
export function untilIdle<T>(maxIdleMilliseconds: number, work: (note: () => void) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let hasEnded = false;
    const end = (): void => {
      hasEnded = true;
      reject(idle(maxIdleMilliseconds));
    };
    let timer = setTimeout(end, maxIdleMilliseconds);
    const note = (): void => {
      if (hasEnded) throw idle(maxIdleMilliseconds);
      clearTimeout(timer);
      timer = setTimeout(end, maxIdleMilliseconds);
    };
    work(note)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

const idle = (milliseconds: number): Error =>
  new Error(
    `Rolled back: the work of auth.transaction ran no statement for ${milliseconds} ms. A query outside of its \`tx\`, by ` +
      "`database.kysely` or another Kysely instance, waits for the only connection until the work has ended: use `tx`.",
  );
