import { randomText } from "../secret/random.js";

/** What a column is able to hold. Adapters map each kind to the type of their database. */
export type ColumnKind = "text" | "integer" | "boolean" | "date" | "json";

/** Facts about a column that change what may be done with it, at compile time. */
export type Flag = "default" | "guarded" | "secret" | "input";

/** A value of a column that is not JSON. */
export type Primitive = string | number | boolean | Date | null;

export interface ColumnFacts {
  readonly kind: ColumnKind;
  readonly isOptional: boolean;
  readonly isUnique: boolean;
  readonly isIndexed: boolean;
  /** Never part of an answer: see `Public`. */
  readonly isSecret: boolean;
  /** Changed by `transition` or `add` only: see `Patch`. */
  readonly isGuarded: boolean;
  /** A caller may set it at sign-up and update-user. */
  readonly isInput: boolean;
  /** Of the user: changed by the user alone, and not by an administrator who acts in their place. */
  readonly isPersonal: boolean;
  /** Name of the model whose `id` this column holds; the row goes when that one goes. */
  readonly references: string | null;
  /** Name of the model whose `id` this column holds; the column becomes null when that row goes. */
  readonly clearedWith: string | null;
  /** The values of a state column, the first one being where a row starts. */
  readonly states: readonly string[] | null;
  /** Makes the value of a row that does not bring one. */
  readonly initial: (() => Primitive) | null;
  /** What is stored for a given value, e.g. its lower case. */
  readonly normalise: ((value: string) => string) | null;
  /** Refuses a value by naming an error code; null accepts it. */
  readonly check: ((value: string) => string | null) | null;
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
};

const goesOrIsCleared =
  "When the other row goes, a row goes too (`references`) or its column is cleared (`clearedWith`), not both.";

/**
 * One column, built by saying what is special about it.
 * `$` exists for the type checker only; `facts` is what runs.
 */
export class Column<T, F extends Flag = never> {
  declare readonly $: { readonly type: T; readonly flag: F };

  constructor(readonly facts: ColumnFacts) {}

  /** May be `null`, and is when a row does not bring it. */
  optional(): Column<T | null, F | "default"> {
    return new Column({ ...this.facts, isOptional: true, initial: () => null });
  }

  /** A unique index: `insert` and `update` answer `Conflict` when it says no. Names the user, so it is `personal()`. */
  unique(): Column<T, F> {
    return new Column({ ...this.facts, isUnique: true, isPersonal: true });
  }

  /** An index, for columns that queries look up. */
  indexed(): Column<T, F> {
    return new Column({ ...this.facts, isIndexed: true });
  }

  /** Left out of `Public`, so that no answer can carry it. */
  secret(): Column<T, F | "secret"> {
    return new Column({ ...this.facts, isSecret: true });
  }

  /** Holds the id of a row of `model`, and is removed together with it. Indexed. */
  references(model: { readonly name: string }): Column<T, F> {
    if (this.facts.clearedWith !== null) throw new Error(goesOrIsCleared);
    return new Column({ ...this.facts, references: model.name, isIndexed: true });
  }

  /**
   * Holds the id of a row of `model`, and is set to null when that one goes. Optional and indexed. Nothing in the
   * database ties the two: whoever writes an id makes sure of the row, by holding it.
   */
  clearedWith(model: { readonly name: string }): Column<T | null, F | "default"> {
    const { kind, isGuarded, references } = this.facts;
    if (kind !== "text" || isGuarded) throw new Error("Only a text column holds ids that are cleared.");
    if (references !== null) throw new Error(goesOrIsCleared);
    return new Column({
      ...this.facts,
      clearedWith: model.name,
      isIndexed: true,
      isOptional: true,
      initial: () => null,
    });
  }

  /** A caller may set it at sign-up and with update-user. */
  input(): Column<T, F | "input"> {
    return new Column({ ...this.facts, isInput: true });
  }

  /** Of the user: `updateUser` refuses a change of it by an administrator who acts in the user's place. */
  personal(): Column<T, F> {
    return new Column({ ...this.facts, isPersonal: true });
  }

  /** What is stored instead of the given text, e.g. its lower case. */
  stored(normalise: (value: string) => string): Column<T, F> {
    return new Column({ ...this.facts, normalise });
  }

  /** Refuses a given text by answering with an error code of the plugin's catalogue. */
  check(check: (value: string) => string | null): Column<T, F> {
    return new Column({ ...this.facts, check });
  }

  /** The value of a row that does not bring one. */
  initially(initial: () => T & Primitive): Column<T, F | "default"> {
    return new Column({ ...this.facts, initial });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a column of any type; the slot is read by lookup, never assigned.
export type AnyColumn = Column<any, Flag>;
export type ColumnMap = Readonly<Record<string, AnyColumn>>;

export const text = (): Column<string> => new Column(plain);
/**
 * The id of a row: 32 characters of [a-zA-Z0-9], 190 bits.
 *
 * @example defineModel("note", { id: id(), body: text() })
 */
export const id = (): Column<string, "default"> => text().initially(() => randomText(32));
export const integer = (): Column<number> => new Column({ ...plain, kind: "integer" });
export const bool = (): Column<boolean> => new Column({ ...plain, kind: "boolean" });
/** A moment, kept to the millisecond. */
export const date = (): Column<Date> => new Column({ ...plain, kind: "date" });
/** A JSON value, kept as text. */
export const json = <T>(): Column<T> => new Column({ ...plain, kind: "json" });
/** A counter, changed by `add` only. Starts at 0. */
export const counter = (): Column<number, "default" | "guarded"> =>
  new Column({ ...plain, kind: "integer", isGuarded: true, initial: () => 0 });
/** A state, moved by `transition` only. A row starts in the first one. */
export const state = <const S extends string>(first: S, ...others: readonly S[]): Column<S, "default" | "guarded"> =>
  new Column({ ...plain, isGuarded: true, isIndexed: false, states: [first, ...others], initial: () => first });
