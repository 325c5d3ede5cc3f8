import type { RowStore } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import type { Answer } from "../driver/driver.js";
import type { Pass } from "../driver/row-gate.js";
import type { AdapterState } from "./adapter-state.js";
import { inOrder, keyOf, type Lock } from "./locks.js";

/** Waits for a turn on each row before taking a connection, in the order of the locks. */
export function enter({ rowGate }: AdapterState, locks: readonly Lock[]): Answer<Pass> {
  if (!rowGate) return openPass;
  return rowGate.enter(inOrder(new Map(locks.map((lock) => [keyOf(lock), lock]))).map(keyOf));
}

/** For a database with one connection: `Turns` are the queue there. */
const openPass: Pass = { add: () => true, leave: () => undefined };

/** The verbs outside of transactions: a write to the row of an id waits for the row. */
export function inTurnOnRows(state: AdapterState, verbs: RowStore): RowStore {
  if (!state.rowGate) return verbs;
  const inTurn = async <T>(model: Model, id: unknown, verb: () => Promise<T>): Promise<T> => {
    if (typeof id !== "string") return verb();
    const pass = await enter(state, [{ table: state.table(model), id }]);
    try {
      return await verb();
    } finally {
      pass.leave();
    }
  };
  return {
    ...verbs,
    update: (model, id, ...rest) => inTurn(model, id, () => verbs.update(model, id, ...rest)),
    transition: (model, id, ...rest) => inTurn(model, id, () => verbs.transition(model, id, ...rest)),
    add: (model, id, ...rest) => inTurn(model, id, () => verbs.add(model, id, ...rest)),
    consume: (model, where) => inTurn(model, where.id, () => verbs.consume(model, where)),
    remove: (model, where, ...rest) => inTurn(model, where.id, () => verbs.remove(model, where, ...rest)),
  };
}
