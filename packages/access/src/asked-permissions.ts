import type { Statements } from "./permissions.js";

/**
 * What the statements of an app add to the type of a plugin: the type of the permissions in the inputs of endpoints that
 * take the columns of the model `Of`. Keyhold's own plugins use it.
 */
export interface AskedPermissions<Of extends string, S extends Statements> {
  readonly $: { readonly models: { readonly [Name in Of]: { readonly taken: Asked<S> } } };
}

// Conditional types, so that an editor shows plain objects.
type Asked<S extends Statements> = S extends unknown
  ? { permissions?: { readonly [R in keyof S]?: readonly S[R][number][] } | undefined }
  : never;

/** An input with permissions of any names: without the types of the plugin they have no other type. */
export type AnyPermissions<I> = I extends unknown
  ? { [Field in keyof I]: Field extends "permissions" | "permission" ? object | undefined : I[Field] }
  : never;
