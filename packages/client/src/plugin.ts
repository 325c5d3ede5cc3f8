import type { CoreEndpoints } from "@keyhold/core";
import type { CallName, Routes, RouteTable } from "./calls.js";

/** The browser half of a plugin: its calls, its stores, and after which calls what is read again. */
export interface ClientPlugin<
  Endpoints = unknown,
  UserColumns = unknown,
  UserInput = unknown,
  Codes extends string = string,
  Stores = unknown,
  SessionColumns = unknown,
> {
  /** For the type checker only: what the plugin adds to calls, users, sign-up, its errors, the stores and sessions. */
  readonly $: {
    readonly endpoints: Endpoints;
    readonly user: UserColumns;
    readonly userInput: UserInput;
    readonly error: Codes;
    readonly stores: Stores;
    readonly session: SessionColumns;
  };
  readonly id: string;
  readonly routes: Routes;
  readonly stores: Readonly<Record<string, string>>;
  readonly refreshes: Refreshes<string, string>;
}

export type AnyClientPlugin = ClientPlugin<any, any, any, any, any, any>;

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
  readonly refreshes?: Refreshes<CallName<CoreEndpoints & Endpoints>, keyof Stores & string>;
}

type DeclareClientPlugin<Endpoints, UserColumns, UserInput, Codes extends string, Stores, SessionColumns> = (
  declaration: ClientPluginDeclaration<Endpoints, Stores>,
) => ClientPlugin<Endpoints, UserColumns, UserInput, Codes, Stores, SessionColumns>;

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
>(): DeclareClientPlugin<Endpoints, UserColumns, UserInput, Codes, Stores, SessionColumns> {
  return ({ id, routes, stores = {}, refreshes = {} }) =>
    ({ id, routes, stores, refreshes }) as unknown as ClientPlugin<
      Endpoints,
      UserColumns,
      UserInput,
      Codes,
      Stores,
      SessionColumns
    >;
}

/** One face of all plugins, e.g. the endpoints of each, taken together. */
export type Together<
  Plugins extends readonly AnyClientPlugin[],
  Face extends "endpoints" | "user" | "userInput" | "stores" | "session",
> = Plugins extends readonly [infer First extends AnyClientPlugin, ...infer Rest extends readonly AnyClientPlugin[]]
  ? First["$"][Face] & Together<Rest, Face>
  : unknown;
