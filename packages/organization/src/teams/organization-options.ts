import { type Context, hooksFor, type TxContext } from "@keyhold/core/plugin";
import type { OrganizationOptions } from "../options.js";

/**
 * The options of `organization()` for the other plugins of this package. A hook, because plugins cannot call each other
 * otherwise.
 */
export interface OrganizationFacts {
  readonly "organization.options": () => OrganizationOptions;
}

const factsAt = hooksFor<OrganizationFacts>();

/** The options of `organization()`, for plugins with `requires: ["organization"]`. */
export function organizationOptions(ctx: Pick<Context | TxContext, "hooks">): OrganizationOptions {
  const [ask] = factsAt(ctx, "organization.options");
  if (!ask) throw new Error("The plugin organization() is missing: add it to plugins.");
  return ask();
}
