import type { Adapter, Schema } from "@keyhold/core";
import type { Dialect } from "../dialect/dialect.js";
import type { Answer, Driver, Result } from "../driver/driver.js";
import { lockShape } from "../shape/read.js";
import { readRow } from "../shape/row.js";
import type { Shape } from "../shape/statement.js";
import { readWhere } from "../shape/where.js";
import { explain, isWorthAnotherTry, mostTries, pause } from "./fault.js";
import { createKit, type Kit } from "./kit.js";
import type { Place } from "./place.js";
import { tablePlan } from "./read.js";
import { type Transaction, transact } from "./transaction.js";
import { asAdapter, asHeld, asTx, createVerbs } from "./verbs.js";

/** Binds the port to the models of one auth, on one way to the database. */
export function connectAdapter(schema: Schema, dialect: Dialect, driver: Driver): Adapter {
  const kit = createKit(schema, dialect, driver);
  const tx = ({ place, watch }: Transaction) => asTx(createVerbs(kit, place, watch));
  return asAdapter(
    createVerbs(kit, createOutside(kit), (verb) => verb()),
    {
      atomically: (work) => transact(kit, (transaction) => work(tx(transaction))),
      within: (parent, id, work) =>
        transact(kit, async (transaction) => {
          const row = await transaction.watch(() => lockParent(kit, transaction.place, parent, id));
          return row === null ? null : work(tx(transaction), asHeld(row));
        }),
    },
  );
}

/** `SELECT … WHERE id = ? FOR UPDATE`: whoever counts children after this sees all of them, and is the only one to write. */
async function lockParent(kit: Kit, place: Place, model: Parameters<typeof tablePlan>[1], id: string) {
  const plan = tablePlan(kit, model);
  const where = { id };
  const { key, values, matchesNothing } = readWhere(plan, where);
  if (matchesNothing) return null;
  const { rows } = await place.run(
    kit.shape(`lock ${plan.name} ${key}`, () => lockShape(kit.dialect, plan, where)),
    values,
  );
  if (!rows[0]) return null;
  const row = readRow(plan, rows[0]);
  place.hold(plan, row);
  return row;
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
