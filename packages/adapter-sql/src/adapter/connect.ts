import { type Adapter, createAdapter, type Schema } from "@keyhold/core/adapter";
import type { Dialect } from "../dialect/dialect.js";
import { postgresBounded } from "../dialect/postgres.js";
import type { Answer, Connection, Driver, Result } from "../driver/driver.js";
import type { Query } from "../statement/table.js";
import { withIds } from "../tables/ids.js";
import type { TableOptions } from "../tables/options.js";
import { type AdapterState, createAdapterState } from "./adapter-state.js";
import { explain, isWorthAnotherTry, pause } from "./fault.js";
import { inTurnOnRows } from "./lock-parent.js";
import { now } from "./now.js";
import type { Place } from "./place.js";
import { replicaFirst } from "./replica.js";
import { share } from "./shared.js";
import { transact } from "./transaction.js";
import { createVerbs, verbsOf } from "./verbs.js";

/** Implements the port for the models of an auth over a driver. */
export function connectAdapter(
  given: Schema,
  dialect: Dialect,
  driver: Driver,
  tables: Required<TableOptions>,
  replica: Connection | null,
): Adapter {
  const schema = withIds(given, tables.ids);
  const isBounded = dialect.name === "postgres" && driver.lockMilliseconds !== undefined;
  const own = isBounded ? postgresBounded(driver.lockMilliseconds) : dialect;
  const state = createAdapterState(schema, own, driver, tables);
  const outside = createOutside(state, replica);
  const { shared } = driver;
  return createAdapter(schema, {
    ...inTurnOnRows(state, createVerbs(state, outside)),
    now: () => now(state, outside),
    transaction: (work, first) =>
      transact(
        state,
        (holder) => work(verbsOf(state, holder)),
        first && { table: state.table(first.model), id: first.id },
      ),
    ...(shared && { shared: (work) => share(state, shared, work) }),
  });
}

/** Outside of a transaction each statement is a transaction. */
function createOutside(state: AdapterState, replica: Connection | null): Place {
  const run: Place["run"] = (query) => runAlone(state, query);
  return {
    isInTransaction: false,
    run,
    ...(replica && { runOnReplica: replicaFirst(replica, run) }),
    together: (work) => transact(state, ({ place }) => work(place)),
  };
}

function runAlone(state: AdapterState, query: Query): Answer<Result> {
  try {
    const answer = state.driver.run(query.prepared.alone, query.parameters);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => runAgain(state, query, error));
  } catch (error) {
    return runAgain(state, query, error);
  }
}

async function runAgain(state: AdapterState, { prepared, parameters }: Query, first: unknown): Promise<Result> {
  const { statement } = prepared;
  // No row has a value that the column cannot have: a text in a condition on an enum or a UUID.
  if (statement.isRead && state.dialect.isImpossible(first)) return { rows: [], affected: 0 };
  let error = first;
  for (let attempt = 1; ; attempt++) {
    if (!isWorthAnotherTry(state.dialect, error)) break;
    if (!(await state.multiWriter.mayRunAgain(attempt, state.driver))) break;
    await pause(attempt);
    try {
      return await state.driver.run(statement, parameters);
    } catch (again) {
      error = again;
    }
  }
  throw explain(state.dialect, error, state.driver);
}
