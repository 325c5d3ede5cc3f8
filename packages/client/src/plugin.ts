import type { CodeOf, CoreEndpoints } from "@keyhold/core/types";
import type { CallName, Declared, Routes, RouteTable } from "./calls.js";

/** The browser half of a plugin: its calls, its stores, and after which calls what is read again. */
export interface ClientPlugin<
  Endpoints = unknown,
  UserColumns = unknown,
  UserInput = unknown,
  Codes extends string = string,
  Stores = unknown,
  SessionColumns = unknown,
  Models = unknown,
  Hooks = HooksOf<Stores>,
> {
  /** For the type checker only: the codes of the plugin's errors, and what else it adds. */
  readonly $: {
    readonly error: Codes;
    readonly adds: {
      readonly endpoints: Endpoints;
      readonly user: UserColumns;
      readonly userInput: UserInput;
      readonly stores: Stores;
      readonly session: SessionColumns;
      readonly models: Models;
      readonly hooks: Hooks;
    };
  };
  readonly id: string;
  readonly routes: Routes;
  readonly stores: Readonly<Record<string, string>>;
  readonly empty: Readonly<Record<string, string>>;
  readonly refreshes: Refreshes<string, string>;
}

export type AnyClientPlugin = ClientPlugin<any, any, any, any, any, any, any, any>;

/**
 * The endpoints of stores by the names of their React hooks: `sessions` is `useSessions`. A compiler drops comments where it
 * makes names: a plugin whose hooks show texts in an editor declares them as an interface of its own.
 */
export type HooksOf<Stores> = {
  readonly [Name in keyof Stores & string as `use${Capitalize<Name>}`]: Stores[Name];
};

/** Which stores are read again after which calls have succeeded. What changes the session changes every store. */
export type Refreshes<Name extends string, StoreName extends string = never> = {
  readonly [Store in StoreName | "session"]?: readonly Name[];
};

export interface ClientPluginDeclaration<Endpoints, Stores = unknown> {
  readonly id: string;
  /** Method and path of every call, under its name. */
  readonly routes: RouteTable<Endpoints>;
  /** Further stores of the client, under names of their own, each with the GET that it reads. */
  readonly stores?: RouteTable<Stores>;
  /** Of a store, the code by which its route says that there is nothing to show: its data is then null, and that is no error. */
  readonly empty?: EmptyStores<Stores>;
  readonly refreshes?: Refreshes<CallName<CoreEndpoints & Endpoints>, keyof Stores & string>;
}

/** Stores by name, each with a code that its route can answer with. */
export type EmptyStores<Stores> = {
  readonly [Name in keyof Stores]?: Stores[Name] extends Declared ? CodeOf<Stores[Name], never> : never;
};

type DeclareClientPlugin<Endpoints, UserColumns, UserInput, Codes extends string, Stores, SessionColumns, Models> = (
  declaration: ClientPluginDeclaration<Endpoints, Stores>,
) => ClientPlugin<Endpoints, UserColumns, UserInput, Codes, Stores, SessionColumns, Models>;

/**
 * The browser half of a plugin. Its type arguments are those of the server half's `Plugin`, imported as types only.
 *
 * @example
 * export const usernameClient = (): ClientPlugin<UsernameEndpoints, UsernameUser, UsernameInput, UsernameErrorCode> =>
 *   clientPlugin<UsernameEndpoints, UsernameUser, UsernameInput, UsernameErrorCode>()({
 *     id: "username",
 *     routes: { signIn: { username: "POST /sign-in/username" } },
 *     refreshes: { session: ["signIn.username"] },
 *   });
 */
export function clientPlugin<
  Endpoints,
  UserColumns = unknown,
  UserInput = unknown,
  Codes extends string = never,
  Stores = unknown,
  SessionColumns = unknown,
  Models = unknown,
>(): DeclareClientPlugin<Endpoints, UserColumns, UserInput, Codes, Stores, SessionColumns, Models> {
  return ({ id, routes, stores = {}, empty = {}, refreshes = {} }) =>
    ({ id, routes, stores, empty, refreshes }) as unknown as ClientPlugin<
      Endpoints,
      UserColumns,
      UserInput,
      Codes,
      Stores,
      SessionColumns,
      Models
    >;
}

/** What all plugins add, taken together. */
export type Together<Plugins extends readonly AnyClientPlugin[]> = Plugins extends readonly [
  infer First extends AnyClientPlugin,
  ...infer Rest extends readonly AnyClientPlugin[],
]
  ? First["$"]["adds"] & Together<Rest>
  : NothingAdded;

interface NothingAdded {
  readonly endpoints: unknown;
  readonly user: unknown;
  readonly userInput: unknown;
  readonly stores: unknown;
  readonly session: unknown;
  readonly models: unknown;
  readonly hooks: unknown;
}
