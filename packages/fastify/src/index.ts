import type { Auth } from "@keyhold/core";

export { type KeyholdOptions, keyhold } from "./plugin.js";
export { type RegisteredSession, type RequestDecorator, readSession, requireSession } from "./session.js";

/**
 * The auth of an app, for the types of `request.session()`: an app with plugins adds the type of its auth, so that the
 * columns of the plugins are there. An app with the option `decorator` adds the option's value, too.
 *
 * @example
 * declare module "@keyhold/fastify" {
 *   interface Register {
 *     readonly auth: typeof auth;
 *     readonly decorator: "auth";
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: an app declares the property.
export interface Register {}

type AuthOf<R> = R extends { readonly auth: Pick<Auth, "session"> } ? R["auth"] : Auth;

/** The auth that the app has declared in `Register`. Default: an auth without plugins. */
export type RegisteredAuth = AuthOf<Register>;

type DecoratorOf<R> = R extends { readonly decorator: infer Name } ? Extract<Name, string> : "session";

/** The name of the request's function, declared by the app in `Register`. Default: "session". */
export type RegisteredDecorator = DecoratorOf<Register>;
