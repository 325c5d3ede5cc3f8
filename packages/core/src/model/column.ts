import type { ErrorEntry } from "../contract/errors.js";
import { randomText } from "../secret/random.js";

/** The kind of value in a column. Adapters map each kind to a type of their database. */
export type ColumnKind = "text" | "integer" | "boolean" | "date" | "json";

/** Facts about a column that restrict its use at compile time. */
export type Flag = "default" | "guarded" | "secret" | "input" | "unique";

/** A value of a column other than JSON. */
export type Primitive = string | number | boolean | Date | null;

/** The properties of a column at run time. */
export interface ColumnFacts {
  readonly kind: ColumnKind;
  readonly isOptional: boolean;
  readonly isUnique: boolean;
  readonly isIndexed: boolean;
  /** Never part of a response: see `Public`. */
  readonly isSecret: boolean;
  /** Changed by `transition` or `add` only: see `Patch`. */
  readonly isGuarded: boolean;
  /** A caller may set the column at sign-up and update-user. */
  readonly isInput: boolean;
  /** Changed by the user alone, not by an administrator who impersonates the user. */
  readonly isPersonal: boolean;
  /** Name of the model referenced by this column. If the referenced row is removed, so is this row. */
  readonly references: string | null;
  /** Name of the model referenced by this column. If the referenced row is removed, the column becomes null. */
  readonly clearedWith: string | null;
  /** The values of a state column; a new row begins with the first state. */
  readonly states: readonly string[] | null;
  /** Makes the value if a new row has no value; of a JSON column a value that `JSON.stringify` writes. */
  readonly initial: (() => unknown) | null;
  /** Converts a given value to the stored value, e.g. to lower case. */
  readonly normalise: ((value: string) => string) | null;
  /** The error of a value that the column does not take; null: the value is right. */
  readonly check: ((value: string) => ErrorEntry | null) | null;
  /** An id that an adapter may make in another form, e.g. as a UUID: see `id`. */
  readonly isGeneratedId: boolean;
  /** The most characters of a text, or the greatest number; null: 255 characters, and 32 bits. See `atMost`. */
  readonly most: number | null;
  /** What a column without room stores of a longer text; null: the write fails. See `informative`. */
  readonly withoutRoom: "beginning" | "null" | null;
}

const plain: ColumnFacts = {
  kind: "text",
  isOptional: false,
  isUnique: false,
  isIndexed: false,
  isSecret: false,
  isGuarded: false,
  isInput: false,
  isPersonal: false,
  references: null,
  clearedWith: null,
  states: null,
  initial: null,
  normalise: null,
  check: null,
  isGeneratedId: false,
  most: null,
  withoutRoom: null,
};

const goesOrIsCleared =
  "When the other row is removed, this row is removed (`references`) or its column is cleared (`clearedWith`), not both.";

/**
 * A column. Each method answers with a copy that has a further property. `$` exists for the type checker only; `facts`
 * is used at run time.
 */
export class Column<T, F extends Flag = never> {
  declare readonly $: { readonly type: T; readonly flag: F };

  constructor(readonly facts: ColumnFacts) {}

  /** May be `null`, and is `null` if a row omits the column. */
  optional(): Column<T | null, F | "default"> {
    return new Column({ ...this.facts, isOptional: true, initial: () => null });
  }

  /**
   * A unique index: `ctx.db.insert` and `ctx.db.update` take an `onConflict`. A unique column identifies the user, so
   * the column is `personal()`.
   */
  unique(): Column<T, F | "unique"> {
    return new Column({ ...this.facts, isUnique: true, isPersonal: true });
  }

  /** An index, for columns in the `where` of queries. */
  indexed(): Column<T, F> {
    return new Column({ ...this.facts, isIndexed: true });
  }

  /** Omitted from `Public`, so that no response contains it. */
  secret(): Column<T, F | "secret"> {
    return new Column({ ...this.facts, isSecret: true });
  }

  /** The id of a row of `model`; this row is removed, too, when that row is removed. Indexed. */
  references(model: { readonly name: string }): Column<T, F> {
    if (this.facts.clearedWith !== null) throw new Error(goesOrIsCleared);
    return new Column({ ...this.facts, references: model.name, isIndexed: true });
  }

  /**
   * The id of a row of `model`; set to null if that row is removed. Optional and indexed. The database has no
   * constraint: to write an id, lock the row first.
   */
  clearedWith(model: { readonly name: string }): Column<T | null, F | "default"> {
    const { kind, isGuarded, references } = this.facts;
    if (kind !== "text" || isGuarded) throw new Error("Only a text column can use `clearedWith`.");
    if (references !== null) throw new Error(goesOrIsCleared);
    return new Column({
      ...this.facts,
      clearedWith: model.name,
      isIndexed: true,
      isOptional: true,
      initial: () => null,
    });
  }

  /** A caller may set the column at sign-up and with update-user. */
  input(): Column<T, F | "input"> {
    return new Column({ ...this.facts, isInput: true });
  }

  /** Belongs to the user: `updateUser` fails if an administrator who impersonates the user changes it. */
  personal(): Column<T, F> {
    return new Column({ ...this.facts, isPersonal: true });
  }

  /** Converts the given text to the stored text, e.g. to lower case. */
  stored(normalise: (value: string) => string): Column<T, F> {
    return new Column({ ...this.facts, normalise });
  }

  /** Asked about a given text: answers with an error of the plugin's catalogue, or with null where the text is right. */
  check(check: (value: string) => ErrorEntry | null): Column<T, F> {
    return new Column({ ...this.facts, check });
  }

  /**
   * The most characters of a text, or the greatest number. A caller who sends more gets a validation error; the plan of
   * a migration warns of a column with less room. An indexed text has 255 characters at most.
   */
  atMost(most: number): Column<T, F> {
    return new Column({ ...this.facts, most });
  }

  /**
   * A text that only informs: an existing column with less room, e.g. a `varchar(100)`, stores the beginning of the
   * text, or null in place of a text that would be wrong without the end.
   */
  informative(withoutRoom: "beginning" | "null"): Column<T, F> {
    return new Column({ ...this.facts, withoutRoom });
  }

  /** The value if a row omits the column. */
  initially(initial: () => T): Column<T, F | "default"> {
    return new Column({ ...this.facts, initial });
  }
}

/** A column of any type. */
// biome-ignore lint/suspicious/noExplicitAny: a column of any type; the slot is read by lookup, never assigned.
export type AnyColumn = Column<any, Flag>;
/** The columns of a model by their names. */
export type ColumnMap = Readonly<Record<string, AnyColumn>>;

/** A text. */
export const text = (): Column<string> => new Column(plain);
/**
 * The id of a row: 32 characters of [a-zA-Z0-9], 190 bits, unless the adapter makes UUIDs. For an id that is derived from
 * another value, use `text()`.
 *
 * @example defineModel("note", { id: id(), body: text() })
 */
export const id = (): Column<string, "default"> =>
  new Column({ ...plain, isGeneratedId: true, initial: () => randomText(32) });
/** An integer. */
export const integer = (): Column<number> => new Column({ ...plain, kind: "integer" });
/** A boolean. */
export const bool = (): Column<boolean> => new Column({ ...plain, kind: "boolean" });
/** A point in time, stored to the millisecond. */
export const date = (): Column<Date> => new Column({ ...plain, kind: "date" });
/** A JSON value, stored as text. */
export const json = <T>(): Column<T> => new Column({ ...plain, kind: "json" });
/** A counter, changed by `add` only. Starts at 0. */
export const counter = (): Column<number, "default" | "guarded"> =>
  new Column({ ...plain, kind: "integer", isGuarded: true, initial: () => 0 });
/** A state, changed by `transition` only. A row starts in the first state. */
export const state = <const S extends string>(first: S, ...others: readonly S[]): Column<S, "default" | "guarded"> =>
  new Column({ ...plain, isGuarded: true, isIndexed: false, states: [first, ...others], initial: () => first });
