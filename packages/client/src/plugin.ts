import type { CallName, Routes, RouteTable } from "./calls.js";

/** The browser half of a plugin: its calls, and after which of them the session is read again. */
export interface ClientPlugin<
  Endpoints = unknown,
  UserColumns = unknown,
  UserInput = unknown,
  Codes extends string = string,
> {
  /** For the type checker only: what the plugin adds to calls, users, sign-up and its errors. */
  readonly $: {
    readonly endpoints: Endpoints;
    readonly user: UserColumns;
    readonly userInput: UserInput;
    readonly error: Codes;
  };
  readonly id: string;
  readonly routes: Routes;
  readonly refreshes: Refreshes<string>;
}

export type AnyClientPlugin = ClientPlugin<any, any, any, any>;

/** What is read again after which calls have succeeded. */
export interface Refreshes<Name extends string> {
  readonly session?: readonly Name[];
}

export interface ClientPluginDeclaration<Endpoints> {
  readonly id: string;
  /** Method and path of every call, under its name. */
  readonly routes: RouteTable<Endpoints>;
  readonly refreshes?: Refreshes<CallName<Endpoints>>;
}

type DeclareClientPlugin<Endpoints, UserColumns, UserInput, Codes extends string> = (
  declaration: ClientPluginDeclaration<Endpoints>,
) => ClientPlugin<Endpoints, UserColumns, UserInput, Codes>;

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
>(): DeclareClientPlugin<Endpoints, UserColumns, UserInput, Codes> {
  return ({ id, routes, refreshes = {} }) =>
    ({ id, routes, refreshes }) as unknown as ClientPlugin<Endpoints, UserColumns, UserInput, Codes>;
}

/** One face of all plugins, e.g. the endpoints of each, taken together. */
export type Together<
  Plugins extends readonly AnyClientPlugin[],
  Face extends "endpoints" | "user" | "userInput",
> = Plugins extends readonly [infer First extends AnyClientPlugin, ...infer Rest extends readonly AnyClientPlugin[]]
  ? First["$"][Face] & Together<Rest, Face>
  : unknown;
