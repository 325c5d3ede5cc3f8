import { type Expression, type SqlBool, sql } from "kysely";
import type { Dialect } from "../dialect/dialect.js";
import { columnOf, type ModelPlan } from "./plan.js";
import { all, resultColumns, selections } from "./read.js";
import { createSlots, type Shape, shapeOf } from "./statement.js";
import { type AnyWhere, conditions, reference } from "./where.js";

/** `INSERT` of a whole row; its values come in the order of the model's columns. */
export function insertShape(dialect: Dialect, plan: ModelPlan): Shape {
  const slots = createSlots();
  const values = Object.fromEntries(plan.columns.map(({ name }) => [name, slots.next()]));
  return shapeOf(dialect.builder.insertInto(plan.name).values(values).compile(), [], { isRead: false });
}

/** `UPDATE … SET columns WHERE …`, answering the rows where the database can. Values: the columns', then the where's. */
export function updateShape(
  dialect: Dialect,
  plan: ModelPlan,
  columns: readonly string[],
  where: AnyWhere,
  isUnder: boolean,
): Shape {
  const slots = createSlots();
  const changes = Object.fromEntries(columns.map((name) => [name, slots.next()]));
  return returning(dialect, plan, changes, conditions(dialect, plan, where, slots, isUnder));
}

/** `UPDATE … SET column = column + by`. Values: by; then the where's; then by and min, by and max where they are given. */
export function addShape(
  dialect: Dialect,
  plan: ModelPlan,
  column: string,
  { hasMin, hasMax }: { readonly hasMin: boolean; readonly hasMax: boolean },
  where: AnyWhere,
  isUnder: boolean,
): Shape {
  const slots = createSlots();
  const counter = reference(plan, columnOf(plan, column).name);
  const changes = { [column]: sql`${sql.ref(column)} + ${slots.next()}` };
  const matching = conditions(dialect, plan, where, slots, isUnder);
  if (hasMin) matching.push(sql<SqlBool>`${counter} + ${slots.next()} >= ${slots.next()}`);
  if (hasMax) matching.push(sql<SqlBool>`${counter} + ${slots.next()} <= ${slots.next()}`);
  return returning(dialect, plan, changes, matching);
}

function returning(
  dialect: Dialect,
  plan: ModelPlan,
  changes: Record<string, Expression<unknown>>,
  matching: readonly Expression<SqlBool>[],
): Shape {
  const query = dialect.builder.updateTable(plan.name).set(changes).where(all(matching));
  if (!dialect.hasReturning) return shapeOf(query.compile(), [], { isRead: false });
  const names = resultColumns(plan, null);
  return shapeOf(query.returning(selections(dialect, plan, names)).compile(), names, { isRead: false });
}

/** `UPDATE … SET column = NULL WHERE …`. */
export function clearShape(dialect: Dialect, plan: ModelPlan, column: string, where: AnyWhere): Shape {
  const matching = conditions(dialect, plan, where, createSlots());
  const query = dialect.builder
    .updateTable(plan.name)
    .set({ [column]: sql.lit(null) })
    .where(all(matching));
  return shapeOf(query.compile(), [], { isRead: false });
}

/** `DELETE … WHERE … RETURNING`, where the database can. */
export function takeShape(dialect: Dialect, plan: ModelPlan, where: AnyWhere): Shape {
  const query = dialect.builder.deleteFrom(plan.name).where(all(conditions(dialect, plan, where, createSlots())));
  const names = resultColumns(plan, null);
  return shapeOf(query.returning(selections(dialect, plan, names)).compile(), names, { isRead: false });
}

export function removeShape(dialect: Dialect, plan: ModelPlan, where: AnyWhere, isUnder: boolean): Shape {
  const matching = conditions(dialect, plan, where, createSlots(), isUnder);
  const query = dialect.builder.deleteFrom(plan.name).where(all(matching));
  return shapeOf(query.compile(), [], { isRead: false });
}
