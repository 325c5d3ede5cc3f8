import type { SessionRow, User } from "../model/models.js";
import type { MoreAsked } from "./asked.js";
import type { CodesOf, GivenFields, PluginTypes, Together, Typed } from "./plugin-types.js";
import type { ColumnsTaken } from "./taken-columns.js";

/*
 * The types of calls, for server and client. An endpoint knows its own types (`endpoint.$`), an auth knows what its
 * plugins add (`AddedBy`). Of both, this file makes three shapes. With `username()`:
 *
 * 1. `InputOf`: the input of the endpoint, and what plugins add to it.
 *    signUp.email: `{ name: string; email: string; … } & { username?: string }`
 * 2. `OutputOf`: the output of the endpoint. Rows in it have the columns of plugins.
 *    getSession: `{ session: SessionRow; user: User & UsernameUser } | null`
 * 3. `ServerCalls`: a tree of endpoints as a tree of functions; the client has its own, with the same inputs and outputs.
 *    `{ signIn: { email: Endpoint } }` is `{ signIn: { email: (input: …, options?: CallOptions) => Promise<…> } }`
 *
 * An editor shows the result of a conditional type, and the name and arguments of a mapped one: so a mapped type stands in
 * a condition. A type that plugins leave as it is stays itself, so that an editor shows its name.
 */

/** What the types of an endpoint say. */
type Declared = {
  readonly route: string;
  readonly $: { readonly input: unknown; readonly output: unknown; readonly error: string; readonly takes: unknown };
};

/** What plugins add to calls, taken together. `user` and `session`: the rows with the added columns. */
export interface Added extends Pick<PluginTypes, "userInput" | "signUpFields" | "models" | "errorCode" | "asksMore"> {
  readonly user: unknown;
  readonly session: unknown;
}

/** What a list of plugins adds. The rows are spelled out, so that an editor shows columns and no plugins. */
export interface AddedBy<Plugins extends readonly Typed[]> {
  readonly user: User & Together<Plugins>["user"];
  readonly session: SessionRow & Together<Plugins>["session"];
  readonly userInput: Together<Plugins>["userInput"];
  readonly signUpFields: Together<Plugins>["signUpFields"];
  readonly models: Together<Plugins>["models"];
  readonly errorCode: CodesOf<Plugins[number]>;
  readonly asksMore: Together<Plugins>["asksMore"];
}

/** What a caller gives: the input of the endpoint, with the columns and fields of plugins if the endpoint takes them. */
export type InputOf<E extends Declared, A extends Added> = E["$"]["takes"] extends ColumnsTaken
  ? WithTaken<E["$"]["input"], E["$"]["takes"], TakenOf<A, E["$"]["takes"]["of"]>>
  : E["$"]["input"];

type WithTaken<Input, Takes extends ColumnsTaken, Taken> = unknown extends Taken
  ? Input
  : Input & Under<Takes["under"], Takes["canClear"] extends true ? Changes<Taken> : Taken>;
type Changes<Columns> = Columns extends unknown ? { [K in keyof Columns]?: Columns[K] | null } : never;
type Under<Field extends string, Columns> = Field extends "" ? Columns : { readonly [F in Field]: Columns };

/** What plugins add to the input of endpoints that take the columns of a model; unknown: no columns. */
type TakenOf<A extends Added, Of extends string> = Of extends keyof UserTaken<A>
  ? UserTaken<A>[Of]
  : Of extends keyof A["models"]
    ? A["models"][Of] extends { readonly taken: unknown }
      ? A["models"][Of]["taken"]
      : unknown
    : unknown;
interface UserTaken<A extends Added> {
  readonly user: A["userInput"];
  readonly "sign-up": A["userInput"] & GivenFields<A["signUpFields"]>;
}

/** What a caller gets: the output of the endpoint, and in rows the columns of plugins. */
export type OutputOf<E extends Declared, A extends Added> = [Extended<A["models"]>] extends [never]
  ? WithUser<Possible<E["$"]["output"], A>, A>
  : WithColumns<Possible<E["$"]["output"], A>, A>;

/** An output without `MoreAsked`, unless a plugin asks more than one proof of a sign-in. */
type Possible<Output, A extends Added> = unknown extends A["asksMore"] ? Exclude<Output, MoreAsked> : Output;

/** The properties of an output in which users and sessions stand. */
interface RowsAt<User, Session> {
  readonly user: User;
  readonly session: Session;
  readonly users: readonly User[];
}
type CoreRows = RowsAt<User, SessionRow>;

/** An output in which user and session have the columns of plugins. Part of a user stays that part. */
type WithUser<Output, A extends Added> = Output extends HasCoreRow
  ? { [K in keyof Output]: K extends keyof CoreRows ? RowAt<K, Output[K], A> : Output[K] }
  : Output;
type HasCoreRow = { [K in keyof CoreRows]: { readonly [At in K]: CoreRows[K] | null } }[keyof CoreRows];
type RowAt<K extends keyof CoreRows, Row, A extends Added> =
  NonNullable<Row> extends CoreRows[K] ? RowsAt<A["user"], A["session"]>[K] | Extract<Row, null> : Row;

/**
 * A model that a plugin owns, by columns that identify the rows (`like`), and that another plugin extends by columns
 * (`shown`).
 */
interface ExtendedModel {
  readonly like: unknown;
  readonly shown: unknown;
}
/** The extended models, a union. Never: no plugin extends a model, and no output is searched. */
type Extended<Models> = { [M in keyof Models]: Models[M] extends ExtendedModel ? Models[M] : never }[keyof Models];

/** An output in which each row of an extended model has the added columns, at any depth; user and session, too. */
type WithColumns<Output, A extends Added> = Output extends Leaf
  ? Output
  : unknown extends Output
    ? Output
    : Output extends readonly unknown[]
      ? { [K in keyof Output]: WithColumns<Output[K], A> }
      : And<WithUser<{ [K in keyof Output]: WithColumns<Output[K], A> }, A>, ShownOf<Output, Extended<A["models"]>>>;
type Leaf = string | number | boolean | Date | null | undefined;
type And<Output, Columns> = [Columns] extends [never] ? Output : Output & Columns;
/** The columns that plugins add to a row; never: the row is of no extended model. */
type ShownOf<Row, M extends ExtendedModel> = M extends unknown ? (Row extends M["like"] ? M["shown"] : never) : never;

/**
 * The codes with which a call can fail. A call that takes columns of the user can fail with the codes of all plugins.
 */
export type CodeOf<E extends Declared, A extends Added> =
  E["$"]["takes"] extends ColumnsTaken<"user" | "sign-up"> ? E["$"]["error"] | A["errorCode"] : E["$"]["error"];

/** Headers in the form of Node's requests. */
export type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The origin of a server-side call. */
export interface CallOptions {
  /** The headers of the request for which the call is made: the cookies identify the session. */
  readonly headers?: Headers | NodeHeaders;
  /** Receives each `Set-Cookie` line, for the response. Without `setCookie`, new cookies are dropped. */
  readonly setCookie?: (line: string) => void;
  /**
   * Receives each response header of token mode, e.g. `set-auth-token`. Without `setHeader` a session that is prolonged
   * keeps its token, and new tokens are dropped.
   */
  readonly setHeader?: (name: string, value: string) => void;
  readonly ipAddress?: string;
  /**
   * The app passes on what a client has sent, e.g. in a server action: rate limits, the origin check and the challenge
   * apply as to a request. Default false: the call is the app's own.
   */
  readonly isFromClient?: boolean;
}

/**
 * The type of an optional input. An input without fields takes no object with fields: options belong in the second
 * argument.
 */
export type OptionalInput<Input> = [keyof Input] extends [never] ? Readonly<Record<string, never>> : Input;

/** A server-side call: resolves with the output, or rejects with an `AuthError` for an error of the endpoint. */
export type ServerCall<Input, Output> =
  Record<never, never> extends Input
    ? (input?: OptionalInput<Input>, options?: CallOptions) => Promise<Output>
    : (input: Input, options?: CallOptions) => Promise<Output>;

/** A tree of endpoints as a tree of functions with the same names. */
export type ServerCalls<Tree, A extends Added> = {
  readonly [K in keyof Tree]: Tree[K] extends Declared
    ? ServerCall<InputOf<Tree[K], A>, OutputOf<Tree[K], A>>
    : ServerCalls<Tree[K], A>;
};
