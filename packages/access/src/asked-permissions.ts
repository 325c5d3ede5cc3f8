import type { Statements } from "./permissions.js";

/**
 * What the statements of an app add to the type of the plugin `Of`: the type of the permissions in the inputs of the
 * plugin's endpoints. Keyhold's own plugins use the type. The key is the name of no model: an endpoint that takes the
 * columns of an organization takes no permissions.
 */
export interface AskedPermissions<Of extends string, S extends Statements> {
  readonly $: { readonly models: { readonly [Name in `${Of}.permissions`]: { readonly taken: Asked<S> } } };
}

// Conditional types, so that an editor shows plain objects.
type Asked<S extends Statements> = S extends unknown
  ? { permissions?: { readonly [R in keyof S]?: readonly S[R][number][] } | undefined }
  : never;

/** An input with permissions of any names: `AskedPermissions` of the plugin has the names. */
export type AnyPermissions<I> = I extends unknown
  ? { [Field in keyof I]: Field extends "permissions" ? object | undefined : I[Field] }
  : never;
