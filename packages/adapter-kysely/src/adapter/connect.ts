import type { Adapter, Schema } from "@keyhold/core";
import type { Dialect } from "../dialect/dialect.js";
import type { Answer, Driver, Result } from "../driver/driver.js";
import type { Shape } from "../shape/statement.js";
import { inTurnOnRows } from "./enter.js";
import { explain, isWorthAnotherTry, mostTries, pause } from "./fault.js";
import { hold } from "./hold.js";
import { createKit, type Kit } from "./kit.js";
import type { Lock } from "./locks.js";
import { now } from "./now.js";
import type { Place } from "./place.js";
import { type Transaction, transact } from "./transaction.js";
import { asAdapter, asHeld, asTx, createVerbs } from "./verbs.js";

/** Binds the port to the models of one auth, on one way to the database. */
export function connectAdapter(schema: Schema, dialect: Dialect, driver: Driver): Adapter {
  const kit = createKit(schema, dialect, driver);
  const tx = (transaction: Transaction) =>
    asTx(createVerbs(kit, transaction.place, transaction.watch), (model, id) =>
      transaction.watch(() => hold(kit, transaction, model, id)),
    );
  const outside = createOutside(kit);
  return asAdapter(
    inTurnOnRows(
      kit,
      createVerbs(kit, outside, (verb) => verb()),
    ),
    {
      now: () => now(kit, outside),
      atomically: (work) => transact(kit, (transaction) => work(tx(transaction))),
      async within(parent, id, work) {
        const first: Lock = { plan: kit.plan(parent), id };
        return transact(
          kit,
          async (transaction) => {
            const row = await transaction.watch(() => hold(kit, transaction, parent, id));
            return row === null ? null : work(tx(transaction), asHeld(row));
          },
          first,
        );
      },
    },
  );
}

/** Outside a transaction each statement is one of its own. */
function createOutside(kit: Kit): Place {
  return {
    run: (shape, values) => runAlone(kit, shape, values),
    together: (work) => transact(kit, ({ place }) => work(place)),
    parentId({ model }) {
      if (model.parent === null) return null;
      throw new Error(`A "${model.name}" is written inside \`within\` its "${model.parent}" only.`);
    },
    hold: () => undefined,
  };
}

function runAlone(kit: Kit, shape: Shape, values: readonly unknown[]): Answer<Result> {
  const parameters = shape.bind(values);
  try {
    const answer = kit.driver.run(shape.statement, parameters);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => runAgain(kit, shape, parameters, error));
  } catch (error) {
    return runAgain(kit, shape, parameters, error);
  }
}

async function runAgain(
  kit: Kit,
  { statement }: Shape,
  parameters: readonly unknown[],
  first: unknown,
): Promise<Result> {
  let error = first;
  for (let attempt = 1; attempt < mostTries; attempt++) {
    if (!isWorthAnotherTry(kit.dialect, error)) break;
    await pause(attempt);
    try {
      return await kit.driver.run(statement, parameters);
    } catch (again) {
      error = again;
    }
  }
  throw explain(kit.dialect, error);
}
