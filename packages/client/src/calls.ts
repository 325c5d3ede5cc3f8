import type { Added, CodeOf, InputOf, OutputOf } from "@keyhold/core/types";
import type { Answer } from "./answer.js";
import type { Retry } from "./retry.js";
import type { Store } from "./store.js";

/** An endpoint as far as a caller needs to know it. */
export type Declared = {
  readonly route: string;
  readonly $: { readonly input: unknown; readonly output: unknown; readonly error: string; readonly takes: unknown };
};

/** For one call only. */
export interface CallOptions {
  /** Ends the call; its answer is then the error "ABORTED". */
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the client's own. */
  readonly retry?: Retry;
}

/** The input may be left out where none of it is required. */
export type ClientCall<Input, Data, Code extends string> =
  Record<never, never> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Answer<Data, Code>>
    : (input: Input, options?: CallOptions) => Promise<Answer<Data, Code>>;

/** A tree of endpoints as a tree of functions with the same names. */
export type ClientCalls<Tree, A extends Added> = {
  readonly [K in keyof Tree]: Tree[K] extends Declared
    ? ClientCall<InputOf<Tree[K], A>, OutputOf<Tree[K], A>, CodeOf<Tree[K], A>>
    : ClientCalls<Tree[K], A>;
};

/** The endpoints that stores read, by the stores' names, as those stores. */
export type ClientStores<Stores, A extends Added> = {
  readonly [K in keyof Stores]: Stores[K] extends Declared
    ? Store<OutputOf<Stores[K], A>, Stores[K]["$"]["error"]>
    : never;
};

/**
 * All that a browser must know of a server: method and path of every call, under its name.
 * A line that is missing, extra or not what the server says does not compile.
 */
export type RouteTable<Tree> = {
  readonly [K in keyof Tree]: Tree[K] extends Declared ? Tree[K]["route"] : RouteTable<Tree[K]>;
};

/** The calls of a tree by name, e.g. "signIn.email". */
export type CallName<Tree> = {
  [K in keyof Tree & string]: Tree[K] extends Declared ? K : `${K}.${CallName<Tree[K]>}`;
}[keyof Tree & string];

/** A route table when its types are gone. */
export interface Routes {
  readonly [name: string]: string | Routes;
}
