import type { AnyPermissions } from "@keyhold/access";
import type { Endpoint, Route } from "@keyhold/core/plugin";

/**
 * Types the permissions in the input of an endpoint by the app's statements, so that a misspelt name does not compile. The
 * type of the plugin has the statements: `AskedPermissions`.
 */
export const asksPermissions = <W extends Route, I, O, E extends string>(
  declared: Endpoint<W, I, O, E>,
): Endpoint<W, AnyPermissions<I>, O, E, { of: "api-key.permissions"; under: ""; canClear: false }> => declared as never;
