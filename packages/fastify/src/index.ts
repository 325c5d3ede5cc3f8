import type { Auth } from "@keyhold/core";

export { type KeyholdOptions, keyhold } from "./plugin.js";
export { requireSession } from "./session.js";

/**
 * The auth of an app, for the types of `request.session()`: an app with plugins adds the type of its auth, so that the
 * columns of the plugins are there.
 *
 * @example
 * declare module "@keyhold/fastify" {
 *   interface Register {
 *     readonly auth: typeof auth;
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: an app declares the property.
export interface Register {}

type AuthOf<R> = R extends { readonly auth: Pick<Auth, "session"> } ? R["auth"] : Auth;

/** The auth that the app has declared in `Register`. Default: an auth without plugins. */
export type RegisteredAuth = AuthOf<Register>;
