import type { Adapter, Database, Tx } from "@keyhold/core/adapter";

type AnyVerbs = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** A database that kills the process at its nth step: before a verb, after it, or after a commit. */
export function dieAt(database: Database, step: number): Database {
  let steps = 0;
  const tick = (): void => {
    steps += 1;
    if (steps !== step) return;
    process.kill(process.pid, "SIGKILL");
    for (;;);
  };
  const around = <V extends Adapter | Tx>(verbs: V): V => {
    const own = verbs as unknown as AnyVerbs;
    const wrapped: AnyVerbs = {};
    for (const name of Object.keys(own)) {
      wrapped[name] = async (...args) => {
        tick();
        const answer = await own[name]?.(...args);
        tick();
        return answer;
      };
    }
    return wrapped as unknown as V;
  };

  return {
    ...database,
    connect(schema) {
      const adapter = database.connect(schema);
      const committed = <T>(answer: T): T => {
        tick();
        return answer;
      };
      return {
        ...around(adapter),
        transaction: (work) => adapter.transaction((tx) => work(around(tx))).then(committed),
        transactionOn: (parent, id, work) =>
          adapter.transactionOn(parent, id, (tx, held) => work(around(tx), held)).then(committed),
      };
    },
  };
}
