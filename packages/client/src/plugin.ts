import type { PluginTypes } from "@keyhold/core/plugin";
import type { Added, AddedBy, CoreEndpoints, Known } from "@keyhold/core/types";
import type { CallName, CallTable, CallTree, ClientCalls, Declared, Routes, RouteTable } from "./calls.js";

/** The browser half of a plugin: calls, stores, and the calls that refresh stores. */
export interface ClientPlugin<Types extends PluginTypes & Known<Types> = PluginTypes> {
  /** For the type checker only: the plugin's error codes, and the added types. */
  readonly $: Types;
  readonly id: string;
  readonly routes: Routes;
  readonly stores: Readonly<Record<string, string>>;
  readonly empty: Readonly<Record<string, string>>;
  readonly refreshes: Refreshes<string, string>;
  readonly sessionDates: readonly string[];
  /** Answers groups of further functions, from the calls of the client. */
  readonly actions: ((calls: any) => CallTree) | undefined;
}

/** A client plugin of any types: the constraint of a list of plugins. */
export type AnyClientPlugin = ClientPlugin<any>;

/**
 * The endpoints of stores by the names of their React hooks: `sessions` is `useSessions`. A plugin may declare them as an
 * interface, `reactHooks`: a compiler drops comments where it makes names.
 */
export type HooksOf<Types extends PluginTypes> = unknown extends Types["reactHooks"]
  ? { readonly [Name in keyof Types["stores"] & string as `use${Capitalize<Name>}`]: Types["stores"][Name] }
  : Types["reactHooks"];

/** The calls that refresh each store when they succeed. A call that changes the session refreshes every store. */
export type Refreshes<Name extends string, StoreName extends string = never> = {
  readonly [Store in StoreName | "session"]?: readonly Name[];
};

/** The input of `clientPlugin`. */
export interface ClientPluginDeclaration<Types extends PluginTypes> {
  readonly id: string;
  /** Method and path of every call, by name; the method alone where the path is the name in small letters. */
  readonly routes: CallTable<Types["endpoints"]>;
  /** Further stores of the client, under further names, each with a GET route. */
  readonly stores?: RouteTable<Types["stores"]>;
  /** The error code of a store's route for "no value": the store's data is then null, without an error. */
  readonly empty?: EmptyStores<Types["stores"]>;
  readonly refreshes?: Refreshes<CallName<CoreEndpoints & Types["endpoints"]>, keyof Types["stores"] & string>;
  /**
   * The paths of dates that the plugin adds to a session, e.g. "user.banExpires". A session that was given as JSON, e.g. to
   * `hydrate`, gets these dates back. Answers of the server name their dates.
   */
  readonly sessionDates?: readonly string[];
  /** Further functions in groups, e.g. `signIn`, made of the calls of the client. */
  readonly actions?: (calls: ClientCalls<Types["endpoints"], AddedBy<readonly []>>) => ActionsOf<Types["actions"]>;
}

/** The functions of a plugin by group and name. */
type ActionsOf<Actions> = Actions extends object ? ClientCalls<Actions, Added> : Readonly<Record<string, never>>;

/** Stores by name, each with an error code of the route. */
export type EmptyStores<Stores> = {
  readonly [Name in keyof Stores]?: Stores[Name] extends Declared ? Stores[Name]["$"]["error"] : never;
};

/**
 * The client half of a plugin, by the same types as the server half, imported as types only.
 *
 * @example
 * export const usernameClient = (): ClientPlugin<UsernameTypes> =>
 *   clientPlugin({
 *     id: "username",
 *     routes: { signIn: { username: "POST /sign-in/username" } },
 *     refreshes: { session: ["signIn.username"] },
 *   });
 */
export const clientPlugin = <Types extends PluginTypes & Known<Types> = PluginTypes>(
  declaration: ClientPluginDeclaration<Types>,
): ClientPlugin<Types> =>
  ({ stores: {}, empty: {}, refreshes: {}, sessionDates: [], ...declaration }) as unknown as ClientPlugin<Types>;
