import type { ChangesUserColumns, TakesUserColumns } from "./endpoint.js";
import type { SessionRow, User } from "./model/models.js";
import type { AnyPlugin } from "./plugin.js";

type Declared = {
  readonly wire: string;
  readonly $: { readonly input: unknown; readonly output: unknown; readonly error: string; readonly takes: unknown };
};

/** What a caller gives: the endpoint's own input, and the plugins' columns of the user where it takes them. */
export type InputOf<E extends Declared, UserInput> = E["$"]["takes"] extends TakesUserColumns
  ? E["$"]["input"] & UserInput
  : E["$"]["takes"] extends ChangesUserColumns
    ? E["$"]["input"] & Changes<UserInput>
    : E["$"]["input"];
type Changes<UserInput> = { [K in keyof UserInput]?: UserInput[K] | null };

/** What a caller gets: the endpoint's output, its user and session with the plugins' columns. */
export type OutputOf<E extends Declared, Rows extends GrownRows> = Grown<E["$"]["output"], Rows>;

/** A user and a session as plugins make them. */
export interface GrownRows {
  readonly user: unknown;
  readonly session: unknown;
}
/** A user of which an answer shows a part only stays that part. */
type Grown<O, Rows extends GrownRows> = {
  [K in keyof O]: K extends keyof GrownRows
    ? GrownRow<O[K], K, Rows>
    : K extends "users"
      ? GrownUsers<O[K], Rows>
      : O[K];
};
type GrownUsers<Shown, Rows extends GrownRows> = Shown extends readonly User[] ? readonly Rows["user"][] : Shown;
type GrownRow<Shown, K extends keyof GrownRows, Rows extends GrownRows> =
  NonNullable<Shown> extends CoreRows[K] ? Rows[K] | Extract<Shown, null> : Shown;
interface CoreRows {
  readonly user: User;
  readonly session: SessionRow;
}

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
    ? ServerCall<InputOf<Tree[K], UserInput>, OutputOf<Tree[K], Rows>>
    : ServerCalls<Tree[K], Rows, UserInput>;
};

/** One face of all plugins, e.g. the endpoints of each, taken together. */
export type Together<
  Plugins extends readonly AnyPlugin[],
  Face extends "endpoints" | "user" | "userInput" | "session",
> = Plugins extends readonly [infer First extends AnyPlugin, ...infer Rest extends readonly AnyPlugin[]]
  ? First["$"][Face] & Together<Rest, Face>
  : unknown;

/** A person with the columns that plugins add. */
export type UserOf<Plugins extends readonly AnyPlugin[]> = User & Together<Plugins, "user">;

/** A session with the columns that plugins add. */
export type SessionRowOf<Plugins extends readonly AnyPlugin[]> = SessionRow & Together<Plugins, "session">;

/** Both, as answers show them. */
export interface RowsOf<Plugins extends readonly AnyPlugin[]> {
  readonly user: UserOf<Plugins>;
  readonly session: SessionRowOf<Plugins>;
}
