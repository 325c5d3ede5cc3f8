import type { PluginHooks } from "@keyhold/core/plugin";
import { eraseOwner } from "../mirror/erase.js";

/** What the mirror does at the hooks of core and of other plugins. */
export const mirrorHooks: PluginHooks = {
  "user.delete": ({ id }, ctx) => eraseOwner(ctx, { ownerKind: "user", ownerId: id }),
  "organization.delete": eraseOrganization,
};

type Place = { readonly organization: { readonly id: string } };

/** The plugin `organization` calls this hook. */
function eraseOrganization(ctx: Parameters<typeof eraseOwner>[0], { organization }: Place): Promise<void> {
  return eraseOwner(ctx, { ownerKind: "organization", ownerId: organization.id });
}
