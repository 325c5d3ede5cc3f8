import { type Database, StorageUnavailable } from "@keyhold/core/adapter";
import { intercept, type Verb, type VerbCall } from "./intercept.js";

/** A fault that happens once. */
export interface Fault {
  /** A verb, or the commit of a transaction. */
  readonly at: Verb | "commit";
  /** Only calls of the verb on this model count. */
  readonly model?: string;
  /** Which call fails, counted since the fault was planned. Default 1: the next call. */
  readonly call?: number;
  /** `after`: the work takes effect, but the caller gets the error. Default "before". */
  readonly when?: "before" | "after";
  /** The error. Default: `StorageUnavailable`. */
  readonly error?: unknown;
  /** At a commit only: the transaction is rolled back and the work runs again, as after a deadlock. */
  readonly isRetried?: boolean;
}

/** The planned faults. A test may change them at any time. */
export interface FaultPlan {
  faults?: Fault[];
  /** The delay before and after each verb. */
  latencyMilliseconds?: number;
  /** The database is down: every verb and transaction throws `StorageUnavailable`. */
  isUnavailable?: boolean;
}

class Retried extends Error {}

/**
 * Wraps a database with planned faults.
 *
 * @example const plan: FaultPlan = {}; const { auth } = createTestAuth({ config: { database: faulty(memory(), plan) } }); plan.faults = [{ at: "insert", model: "session" }];
 */
export function faulty(database: Database, plan: FaultPlan): Database {
  const counts = new Map<Fault, number>();

  /** The fault that is due at a call. Each fault is due once. */
  const due = (isMeant: (fault: Fault) => boolean): Fault | undefined => {
    let found: Fault | undefined;
    for (const fault of plan.faults ?? []) {
      if (!isMeant(fault)) continue;
      const count = (counts.get(fault) ?? 0) + 1;
      counts.set(fault, count);
      if (count === (fault.call ?? 1)) found ??= fault;
    }
    return found;
  };

  const runWith = async <T>(fault: Fault | undefined, run: () => Promise<T>): Promise<T> => {
    if (fault && fault.when !== "after") throw errorOf(fault);
    const answer = await run();
    if (fault) throw errorOf(fault);
    return answer;
  };

  return intercept(database, {
    async verb(call, run) {
      throwIfDown(plan);
      await pause(plan);
      const answer = await runWith(
        due((fault) => isMeantFor(fault, call)),
        run,
      );
      await pause(plan);
      return answer;
    },
    async transaction(run) {
      throwIfDown(plan);
      const answer = await run().catch((error: unknown) => {
        if (error instanceof Retried) return run();
        throw error;
      });
      const fault = due(({ at, when }) => at === "commit" && when === "after");
      if (fault) throw errorOf(fault);
      return answer;
    },
    async work(run) {
      const answer = await run();
      const fault = due(({ at, when }) => at === "commit" && when !== "after");
      if (fault) throw fault.isRetried ? new Retried() : errorOf(fault);
      return answer;
    },
  });
}

const isMeantFor = ({ at, model }: Fault, call: VerbCall): boolean =>
  at === call.verb && (model === undefined || model === call.model);

const errorOf = (fault: Fault): unknown =>
  fault.error ?? new StorageUnavailable(`Planned: ${fault.at} fails ${fault.when ?? "before"} it happens.`);

function throwIfDown({ isUnavailable }: FaultPlan): void {
  if (isUnavailable) throw new StorageUnavailable("Planned: the database does not answer.");
}

async function pause({ latencyMilliseconds = 0 }: FaultPlan): Promise<void> {
  if (latencyMilliseconds <= 0) return;
  await new Promise((resolve) => {
    setTimeout(resolve, latencyMilliseconds);
  });
}
