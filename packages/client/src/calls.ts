import type { Added, CodeOf, InputOf, OptionalInput, OutputOf } from "@keyhold/core/types";
import type { Answer } from "./answer.js";
import type { Retry } from "./retry.js";
import type { Store } from "./store.js";

/** The parts of an endpoint that a client uses. */
export type Declared = {
  readonly route: string;
  readonly $: { readonly input: unknown; readonly output: unknown; readonly error: string; readonly takes: unknown };
};

/**
 * The types of a function that a plugin adds to the client: the input of the function, and the output and the errors of
 * the endpoint `Of` that the function calls last. `Code`: further errors.
 */
export interface Action<Input, Of extends Declared, Code extends string = never> {
  readonly route: Of["route"];
  readonly $: {
    readonly input: Input;
    readonly output: Of["$"]["output"];
    readonly error: Of["$"]["error"] | Code;
    readonly takes: "nothing else";
  };
}

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call; the error is then "ABORTED". */
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the client's option. */
  readonly retry?: Retry;
  /** No callback is called: await the call, and read `error`. */
  readonly onSuccess?: never;
  /** As `onSuccess`. */
  readonly onError?: never;
  /** As `onSuccess`: for all requests, give the client a `fetch`. */
  readonly onRequest?: never;
  /** As `onRequest`. */
  readonly onResponse?: never;
}

/** The input is optional if all fields are optional. */
export type ClientCall<Input, Data, Code extends string> =
  Record<never, never> extends Input
    ? (input?: OptionalInput<Input>, options?: CallOptions) => Promise<Answer<Data, Code>>
    : (input: Input, options?: CallOptions) => Promise<Answer<Data, Code>>;

/** A tree of endpoints as a tree of functions with equal names. A function of a plugin that sends no request stays. */
export type ClientCalls<Tree, A extends Added> = {
  readonly [K in keyof Tree]: Tree[K] extends Declared
    ? ClientCall<InputOf<Tree[K], A>, OutputOf<Tree[K], A>, CodeOf<Tree[K], A>>
    : Tree[K] extends (...given: never[]) => unknown
      ? Tree[K]
      : ClientCalls<Tree[K], A>;
};

/** The stores of a client, by name, from the endpoints that they read. */
export type ClientStores<Stores, A extends Added> = {
  readonly [K in keyof Stores]: Stores[K] extends Declared
    ? Store<OutputOf<Stores[K], A>, Stores[K]["$"]["error"]>
    : never;
};

/** Method and path of every call, by name. A missing, extra or different line does not compile. */
export type RouteTable<Tree> = {
  readonly [K in keyof Tree]: Tree[K] extends Declared ? Tree[K]["route"] : RouteTable<Tree[K]>;
};

/** As `RouteTable`, or with the method alone where the path follows from the name, e.g. `banUser` of `admin`. */
export type CallTable<Tree, Prefix extends string = ""> = {
  readonly [K in keyof Tree & string]: Tree[K] extends Declared
    ? Tree[K]["route"] | MethodOf<Tree[K]["route"], `${Prefix}/${KebabCase<K>}`>
    : CallTable<Tree[K], `${Prefix}/${KebabCase<K>}`>;
};

type MethodOf<Route, Path extends string> = Route extends `${infer Method} ${Path}` ? Method : never;

type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : "";

/** The names of the calls of a tree, e.g. "signIn.email". */
export type CallName<Tree> = {
  [K in keyof Tree & string]: Tree[K] extends Declared ? K : `${K}.${CallName<Tree[K]>}`;
}[keyof Tree & string];

/** A route table without its types. */
export interface Routes {
  readonly [name: string]: string | Routes;
}

/** Routes, or functions, by name. */
export interface CallTree {
  readonly [name: string]: string | CallTree | ((...given: never[]) => unknown);
}
