import type { Session } from "@keyhold/core";
import type { Context, PluginHooks } from "@keyhold/core/plugin";
import { requireEntitlement } from "../holding/judge-asked.js";
import { endAllByClock } from "../holding/refresh.js";
import { eraseOwner } from "../mirror/erase.js";
import type { MirrorSettings } from "../mirror/settings.js";

/** What the mirror does at the hooks of core and of other plugins. */
export const hooksOf = ({ catalogue }: Pick<MirrorSettings, "catalogue">): PluginHooks => ({
  "user.delete": ({ id }, ctx) => eraseOwner(ctx, { ownerKind: "user", ownerId: id }),
  "organization.delete": eraseOrganization,
  "require.entitlement": async (entitlement: string, ctx: Context<"ENTITLEMENT_REQUIRED">, session: Session | null) => {
    await requireEntitlement(ctx, catalogue, { entitlement, session });
  },
  sweep: (ctx) => endAllByClock(ctx, catalogue),
});

type Place = { readonly organization: { readonly id: string } };

/** The plugin `organization` calls this hook. */
function eraseOrganization(ctx: Parameters<typeof eraseOwner>[0], { organization }: Place): Promise<void> {
  return eraseOwner(ctx, { ownerKind: "organization", ownerId: organization.id });
}
