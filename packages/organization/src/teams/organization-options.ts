import { type Context, hooksFor, type TxContext } from "@keyhold/core/plugin";
import type { OrganizationOptions } from "../options.js";

/** What `organization()` answers to the other plugins of this package: asked as a rule is, because plugins see no other way of each other. */
export interface OrganizationFacts {
  readonly "organization.options": () => OrganizationOptions;
}

const factsAt = hooksFor<OrganizationFacts>();

/** The options of `organization()`, for a plugin that requires it. */
export function organizationOptions(ctx: Pick<Context | TxContext, "hooks">): OrganizationOptions {
  const [ask] = factsAt(ctx, "organization.options");
  if (!ask) throw new Error("The plugin `organization()` is not there.");
  return ask();
}
