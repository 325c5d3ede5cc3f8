import type { SessionRow, User } from "../model/models.js";
import type { ChangesUserColumns, ColumnsTaken, TakesUserColumns } from "./endpoint.js";
import type { AnyPlugin } from "./plugin.js";

type Declared = {
  readonly route: string;
  readonly $: { readonly input: unknown; readonly output: unknown; readonly error: string; readonly takes: unknown };
};

/*
 * An editor shows what these types make when somebody points at a call. A conditional type shows its outcome, a mapped one its own
 * name and arguments: so what makes objects stands in a condition, and what changes nothing answers with what it was given.
 */

/** What a caller gives: the endpoint's own input, and the columns of plugins where it takes them. */
export type InputOf<E extends Declared, UserInput, Models = unknown> = E["$"]["takes"] extends TakesUserColumns
  ? E["$"]["input"] & UserInput
  : E["$"]["takes"] extends ChangesUserColumns
    ? E["$"]["input"] & Changes<UserInput>
    : E["$"]["takes"] extends ColumnsTaken
      ? Filled<E["$"]["input"], E["$"]["takes"], Models>
      : E["$"]["input"];
type Changes<Input> = Input extends unknown ? { [K in keyof Input]?: Input[K] | null } : never;

/** An input with the columns that plugins added to the model of which it takes them. */
type Filled<Input, T extends ColumnsTaken, Models> = T["of"] extends keyof Models
  ? Models[T["of"]] extends { readonly taken: unknown }
    ? Input &
        Under<T["under"], T["canClear"] extends true ? Changes<Models[T["of"]]["taken"]> : Models[T["of"]]["taken"]>
    : Input
  : Input;
type Under<Field extends string, Columns> = Field extends "" ? Columns : { readonly [F in Field]: Columns };

/** What a caller gets: the endpoint's output, its rows with the plugins' columns. */
export type OutputOf<E extends Declared, Rows extends GrownRows> = [Extended<Rows["models"]>] extends [never]
  ? Grown<E["$"]["output"], Rows>
  : Widened<E["$"]["output"], Rows>;

/** A user and a session as plugins make them, and what plugins say of other models: `ModelFaces` by their names. */
export interface GrownRows {
  readonly user: unknown;
  readonly session: unknown;
  readonly models: unknown;
}
type Grown<O, Rows extends GrownRows> = O extends Growing
  ? { [K in keyof O]: K extends keyof CoreRows ? GrownRow<O[K], K, Rows, O[K]> : O[K] }
  : O;
type Growing =
  | { readonly user: User | null }
  | { readonly session: SessionRow | null }
  | { readonly users: readonly User[] };
/** A user of which an answer shows a part only stays that part: it is then what `Otherwise` says. */
type GrownRow<Shown, K extends keyof CoreRows, Rows extends GrownRows, Otherwise> =
  NonNullable<Shown> extends CoreRows[K] ? GrownAs<Rows>[K] | Extract<Shown, null> : Otherwise;
interface CoreRows {
  readonly user: User;
  readonly session: SessionRow;
  readonly users: readonly User[];
}
interface GrownAs<Rows extends GrownRows> {
  readonly user: Rows["user"];
  readonly session: Rows["session"];
  readonly users: readonly Rows["user"][];
}

/** What types know of a model that a plugin has extended: how its rows look, and the columns that answers show besides. */
interface ExtendedModel {
  readonly like: unknown;
  readonly shown: unknown;
}
/** Those among the models, a union. Never: no plugin has extended any, which costs nothing. */
type Extended<Models> = { [M in keyof Models]: Models[M] extends ExtendedModel ? Models[M] : never }[keyof Models];
/** An output in which every row of such a model, wherever it stands, has those columns, and user and session theirs. */
type Widened<O, Rows extends GrownRows> = O extends Leaf
  ? O
  : unknown extends O
    ? O
    : O extends readonly unknown[]
      ? { [K in keyof O]: Widened<O[K], Rows> }
      : WidenedRow<
          {
            [K in keyof O]: K extends keyof CoreRows
              ? GrownRow<O[K], K, Rows, Widened<O[K], Rows>>
              : Widened<O[K], Rows>;
          },
          Added<O, Extended<Rows["models"]>>
        >;
type Leaf = string | number | boolean | Date | null | undefined;
type WidenedRow<O, Columns> = [Columns] extends [never] ? O : O & Columns;
/** The columns of the model like whose rows this is; never: of none. */
type Added<O, M extends ExtendedModel> = M extends unknown ? (O extends M["like"] ? M["shown"] : never) : never;

export type CodeOf<E extends Declared, PluginCodes extends string> = E["$"]["takes"] extends
  | TakesUserColumns
  | ChangesUserColumns
  ? E["$"]["error"] | PluginCodes
  : E["$"]["error"];

/** Headers as Node's requests have them. */
export type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** From where a server call acts. */
export interface CallOptions {
  /** The headers of the request on whose behalf the call is made: its cookies say whose session it is. */
  readonly headers?: Headers | NodeHeaders;
  /** Receives each `Set-Cookie` line; hand it to the response. Without it new cookies are dropped. */
  readonly setCookie?: (line: string) => void;
  readonly ipAddress?: string;
}

export type ServerCall<Input, Output> =
  Record<never, never> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Output>
    : (input: Input, options?: CallOptions) => Promise<Output>;

/** A tree of endpoints as a tree of functions with the same names. */
export type ServerCalls<Tree, Rows extends GrownRows, UserInput> = {
  readonly [K in keyof Tree]: Tree[K] extends Declared
    ? ServerCall<InputOf<Tree[K], UserInput, Rows["models"]>, OutputOf<Tree[K], Rows>>
    : ServerCalls<Tree[K], Rows, UserInput>;
};

/** One face of all plugins, e.g. the endpoints of each, taken together. */
export type Together<
  Plugins extends readonly AnyPlugin[],
  Face extends "endpoints" | "user" | "userInput" | "session" | "models",
> = Plugins extends readonly [infer First extends AnyPlugin, ...infer Rest extends readonly AnyPlugin[]]
  ? First["$"][Face] & Together<Rest, Face>
  : unknown;

/** A person with the columns that plugins add. */
export type UserOf<Plugins extends readonly AnyPlugin[]> = User & Together<Plugins, "user">;

/** A session with the columns that plugins add. */
export type SessionRowOf<Plugins extends readonly AnyPlugin[]> = SessionRow & Together<Plugins, "session">;

/** Both, as answers show them: spelled out, so that a hover shows columns and no plugins. */
export interface RowsOf<Plugins extends readonly AnyPlugin[]> {
  readonly user: User & Together<Plugins, "user">;
  readonly session: SessionRow & Together<Plugins, "session">;
  readonly models: Together<Plugins, "models">;
}
