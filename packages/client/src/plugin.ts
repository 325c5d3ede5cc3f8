import type { CodeOf, CoreEndpoints } from "@keyhold/core";
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
> {
  /** For the type checker only: what the plugin adds to calls, users, sign-up, its errors, the stores and sessions. */
  readonly $: {
    readonly endpoints: Endpoints;
    readonly user: UserColumns;
    readonly userInput: UserInput;
    readonly error: Codes;
    readonly stores: Stores;
    readonly session: SessionColumns;
    readonly models: Models;
  };
  readonly id: string;
  readonly routes: Routes;
  readonly stores: Readonly<Record<string, string>>;
  readonly empty: Readonly<Record<string, string>>;
  readonly refreshes: Refreshes<string, string>;
}

export type AnyClientPlugin = ClientPlugin<any, any, any, any, any, any, any>;

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

/** One face of all plugins, e.g. the endpoints of each, taken together. */
export type Together<
  Plugins extends readonly AnyClientPlugin[],
  Face extends "endpoints" | "user" | "userInput" | "stores" | "session" | "models",
> = Plugins extends readonly [infer First extends AnyClientPlugin, ...infer Rest extends readonly AnyClientPlugin[]]
  ? First["$"][Face] & Together<Rest, Face>
  : unknown;
