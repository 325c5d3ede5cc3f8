import type { Context, HookContext } from "../contract/context.js";
import { commonError } from "../contract/errors.js";
import type { ColumnFacts } from "./column.js";
import { readDate } from "./date.js";
import type { Model } from "./model.js";
import { fullModel } from "./schema.js";

/** Maximum characters of a text column set by a caller, if the column has no `atMost`. */
const maxTextLength = 2048;
/** Maximum characters of such a column in an index: not every database can index more. */
const maxKeyLength = 255;

/**
 * The columns of a model that a caller may set, taken from the input, each of its kind and checked. `canClear`: null is
 * allowed for an optional column, since the row may have a previous value.
 */
export function readColumns(
  ctx: Pick<Context, "schema"> & Pick<HookContext, "fail">,
  model: Model,
  { input, canClear }: { readonly input: Readonly<Record<string, unknown>>; readonly canClear: boolean },
): Record<string, unknown> {
  const full = fullModel(ctx.schema, model);
  const { columns } = full;
  const read: Record<string, unknown> = {};
  for (const [name, { facts }] of Object.entries(columns)) {
    const value = input[name];
    if (!facts.isInput || value === undefined) continue;
    const isCleared = canClear && value === null && facts.isOptional;
    const longest = Math.min(
      facts.most ?? maxTextLength,
      isKey(full, name, facts) ? maxKeyLength : Number.POSITIVE_INFINITY,
    );
    read[name] = isCleared ? null : readColumn(ctx, { name, facts, longest }, value);
  }
  return read;
}

const isKey = ({ uniques, indexes, searched }: Model, name: string, { isUnique, isIndexed }: ColumnFacts): boolean =>
  isUnique || isIndexed || [...uniques, ...indexes, searched].some((columns) => columns.includes(name));

interface InputColumn {
  readonly name: string;
  readonly facts: ColumnFacts;
  /** Maximum characters of a text. */
  readonly longest: number;
}

function readColumn(ctx: Pick<HookContext, "fail">, { name, facts, longest }: InputColumn, value: unknown): unknown {
  const refused = kindError(facts, longest, value);
  if (refused) throw commonError("VALIDATION_ERROR", { issues: [{ path: name, message: refused }] });
  if (typeof value !== "string") return value;
  const error = facts.check?.(value);
  if (error) ctx.fail(error);
  return facts.kind === "date" ? new Date(value) : value;
}

function kindError({ kind, states, most }: ColumnFacts, longest: number, value: unknown): string | null {
  switch (kind) {
    case "text":
      if (typeof value !== "string") return "Invalid input: expected string";
      if (states && !states.includes(value)) return `Invalid input: expected one of ${states.join(", ")}`;
      return value.length > longest ? `Too long: at most ${longest} characters` : null;
    case "integer":
      if (!Number.isSafeInteger(value)) return "Invalid input: expected a whole number";
      return most !== null && Number(value) > most ? `Too big: at most ${most}` : null;
    case "boolean":
      return typeof value === "boolean" ? null : "Invalid input: expected boolean";
    case "date":
      return typeof value === "string" && readDate(value)
        ? null
        : "Invalid input: expected an ISO date, or an ISO date and time with a zone";
    case "json":
      return value === null ? "Invalid input: expected a value" : null;
  }
}

/** A row in stored form, e.g. with a username in lower case. */
export function storedForm<Draft extends Readonly<Record<string, unknown>>>(
  { schema }: Pick<Context, "schema">,
  model: Model,
  draft: Draft,
): Draft {
  const stored: Record<string, unknown> = { ...draft };
  for (const [name, { facts }] of Object.entries(fullModel(schema, model).columns)) {
    const value = draft[name];
    if (facts.normalise && typeof value === "string") stored[name] = facts.normalise(value);
  }
  return stored as Draft;
}

/**
 * `storedForm` for a new row. Throws a validation error if an input column without a default was set neither by the
 * caller nor by a hook.
 */
export function storedRow<Draft extends Readonly<Record<string, unknown>>>(
  ctx: Pick<Context, "schema">,
  model: Model,
  draft: Draft,
): Draft {
  const issues = Object.entries(fullModel(ctx.schema, model).columns)
    .filter(([name, { facts }]) => facts.isInput && facts.initial === null && draft[name] === undefined)
    .map(([path]) => ({ path, message: "Required" }));
  if (issues.length > 0) throw commonError("VALIDATION_ERROR", { issues });
  return storedForm(ctx, model, draft);
}
