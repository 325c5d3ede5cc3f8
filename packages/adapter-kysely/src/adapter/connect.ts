import type { Adapter, Schema } from "@keyhold/core/adapter";
import type { Dialect } from "../dialect/dialect.js";
import type { Answer, Driver, Result } from "../driver/driver.js";
import type { PreparedStatement } from "../statement/statement.js";
import { type AdapterState, createAdapterState } from "./adapter-state.js";
import { explain, isWorthAnotherTry, maxTries, pause } from "./fault.js";
import { lock } from "./lock.js";
import { inTurnOnRows } from "./lock-parent.js";
import type { Lock } from "./locks.js";
import { now } from "./now.js";
import type { Place } from "./place.js";
import { type Transaction, transact } from "./transaction.js";
import { asAdapter, asLocked, asTx, createVerbs } from "./verbs.js";

/** Implements the port for the models of one auth over a driver. */
export function connectAdapter(schema: Schema, dialect: Dialect, driver: Driver): Adapter {
  const state = createAdapterState(schema, dialect, driver);
  const tx = (transaction: Transaction) =>
    asTx(createVerbs(state, transaction.place, transaction.watch), (model, id) =>
      transaction.watch(() => lock(state, transaction, model, id)),
    );
  const outside = createOutside(state);
  return asAdapter(
    inTurnOnRows(
      state,
      createVerbs(state, outside, (verb) => verb()),
    ),
    {
      now: () => now(state, outside),
      transaction: (work) => transact(state, (transaction) => work(tx(transaction))),
      async transactionOn(parent, id, work) {
        const first: Lock = { plan: state.plan(parent), id };
        return transact(
          state,
          async (transaction) => {
            const row = await transaction.watch(() => lock(state, transaction, parent, id));
            return row === null ? null : work(tx(transaction), asLocked(row));
          },
          first,
        );
      },
    },
  );
}

/** Outside of a transaction each statement is its own. */
function createOutside(state: AdapterState): Place {
  return {
    run: (statement, values) => runAlone(state, statement, values),
    together: (work) => transact(state, ({ place }) => work(place)),
    parentId({ model }) {
      if (model.parent === null) return null;
      throw new Error(`A row of "${model.name}" can only be written in a transaction on its locked "${model.parent}".`);
    },
    lock: () => undefined,
  };
}

function runAlone(state: AdapterState, statement: PreparedStatement, values: readonly unknown[]): Answer<Result> {
  const parameters = statement.bind(values);
  try {
    const answer = state.driver.run(statement.statement, parameters);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => runAgain(state, statement, parameters, error));
  } catch (error) {
    return runAgain(state, statement, parameters, error);
  }
}

async function runAgain(
  state: AdapterState,
  { statement }: PreparedStatement,
  parameters: readonly unknown[],
  first: unknown,
): Promise<Result> {
  let error = first;
  for (let attempt = 1; attempt < maxTries; attempt++) {
    if (!isWorthAnotherTry(state.dialect, error)) break;
    await pause(attempt);
    try {
      return await state.driver.run(statement, parameters);
    } catch (again) {
      error = again;
    }
  }
  throw explain(state.dialect, error);
}
