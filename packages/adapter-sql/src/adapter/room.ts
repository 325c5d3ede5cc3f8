import { type AnyRow, RejectedValue } from "@keyhold/core/adapter";
import type { Dialect } from "../dialect/dialect.js";
import type { Rejection, Written } from "../dialect/rejection.js";
import type { Connection } from "../driver/driver.js";
import type { ColumnPlan, ModelPlan } from "../statement/plan.js";
import { type Lengths, lengthsOf } from "./room-lengths.js";

/** The room of columns that are narrower than the model, e.g. a `varchar(100)` of an existing table. */
export interface Room {
  /** The values with what fits of texts that only inform: see `Column.informative`. */
  fitting(plan: ModelPlan, values: AnyRow): AnyRow;
  /**
   * Reads an error of a write: the error that names table and column; null if no column has rejected a value. The given
   * error, if the lengths of the table are not known: `learn` asks for them after the end of the transaction.
   */
  read(plan: ModelPlan, values: AnyRow, error: unknown): unknown;
  /** Whether `learn` may ask because of this error. */
  mayLearnOf(error: unknown): boolean;
  /** Asks for the lengths of the table of such an error. Answers whether the work may succeed now. */
  learn(connection: Connection, error: unknown): Promise<boolean>;
  /** The error that names table and column, for an error after `learn`; other errors are unchanged. */
  explained(error: unknown): unknown;
}

/** A refused write. */
interface Refused {
  readonly plan: ModelPlan;
  readonly values: AnyRow;
  readonly rejection: Rejection;
  readonly cause: unknown;
}

export function createRoom(dialect: Dialect): Room {
  /** By the name of the model. */
  const known = new Map<string, Lengths>();
  const lessons = new WeakMap<object, Refused>();
  const lessonOf = (error: unknown): Refused | undefined =>
    typeof error === "object" && error !== null ? lessons.get(error) : undefined;

  /** The error of SQLite tells the length of a column; PostgreSQL and MySQL tell all lengths of a table. */
  const isKnown = ({ name }: ModelPlan, { columns: [column] }: Rejection): boolean => {
    const lengths = known.get(name);
    return lengths !== undefined && (dialect.name !== "sqlite" || lengths.has(column?.sqlName ?? ""));
  };

  const isShortened = (plan: ModelPlan, values: AnyRow): boolean => {
    const fitting = room.fitting(plan, values);
    return Object.keys(values).some((name) => fitting[name] !== values[name]);
  };

  const room: Room = {
    fitting(plan, values) {
      const lengths = known.get(plan.name);
      if (!lengths) return values;
      const fitting = Object.entries(values).map(([name, value]) => [
        name,
        whatFits(lengths, plan.byName.get(name), value),
      ]);
      return Object.fromEntries(fitting);
    },
    read(plan, values, error) {
      const rejection = dialect.rejection(error, written(plan, values));
      if (!rejection || typeof error !== "object" || error === null) return null;
      const refused: Refused = { plan, values, rejection, cause: error };
      // A concurrent caller may have learnt the lengths since the write began.
      const isFinal = isKnown(plan, rejection) && !isShortened(plan, values);
      if (!rejection.isTooLong || isFinal) return explain(refused, known.get(plan.name));
      lessons.set(error, refused);
      return error;
    },
    mayLearnOf: (error) => lessonOf(error) !== undefined,
    async learn(connection, error) {
      const lesson = lessonOf(error);
      if (!lesson) return false;
      const { plan, rejection, values } = lesson;
      if (isShortened(plan, values)) return true;
      const told = rejection.columns.map(({ sqlName }) => [sqlName, rejection.most ?? 0] as const);
      const lengths = dialect.name === "sqlite" ? new Map(told) : await lengthsOf(dialect, connection, plan);
      known.set(plan.name, new Map([...(known.get(plan.name) ?? []), ...lengths]));
      return isShortened(plan, values);
    },
    explained(error) {
      const lesson = lessonOf(error);
      return lesson ? explain(lesson, known.get(lesson.plan.name)) : error;
    },
  };
  return room;
}

function whatFits(lengths: Lengths, column: ColumnPlan | undefined, value: unknown): unknown {
  const most = column?.facts.withoutRoom && lengths.get(column.sqlName);
  if (typeof most !== "number" || typeof value !== "string") return value;
  const characters = Array.from(value);
  if (characters.length <= most) return value;
  return column?.facts.withoutRoom === "beginning" ? characters.slice(0, most).join("") : null;
}

const written = (plan: ModelPlan, values: AnyRow): Written =>
  Object.entries(values).flatMap(([name, value]) => {
    const column = plan.byName.get(name);
    return column ? [[column, value === null ? null : column.encode(value)] as const] : [];
  });

/** PostgreSQL names no column: the candidates with the refused length are meant. */
function explain({ plan, rejection, cause }: Refused, lengths: Lengths | undefined): RejectedValue {
  const { isTooLong } = rejection;
  const exact = rejection.columns.filter(({ sqlName }) => lengths?.get(sqlName) === rejection.most);
  const columns = isTooLong && exact.length > 0 ? exact : rejection.columns;
  const most = rejection.most ?? lengths?.get(columns[0]?.sqlName ?? "") ?? null;
  const table = plan.words.join(".");
  // Without quotes: the log would remove what looks like a value.
  const names = columns.map(({ sqlName }) => `${table}.${sqlName}`).join(" or ");
  const subject = names === "" ? `A column of the table ${table}` : `The column ${names}`;
  const length = most === null ? "its text is too long" : `it takes ${most} characters, and the text is longer`;
  const reason = isTooLong ? length : "its type, its character set or a constraint is narrower than the model";
  return new RejectedValue(
    `${subject} refused a value: ${reason}. \`npx keyhold migrate --dry-run\` lists such columns.`,
    {
      model: plan.name,
      columns: columns.map(({ name }) => name),
      cause,
    },
  );
}
