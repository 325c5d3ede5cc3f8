import type { Caller, Context, Session } from "../../contract/context.js";
import type { Requirements } from "../../contract/endpoint.js";
import { hooksFor } from "../../contract/hooks-for.js";

/** A hook "require.NAME" of a plugin: fails with an error of its own catalogue unless the caller has what is required. */
type Require = (required: unknown, ctx: Context, session: Session | null, caller: Caller) => void | Promise<void>;

const hooksAt = hooksFor<Record<string, Require>>();

/** Lets plugins check what an endpoint requires. Throws for a requirement that no plugin checks. */
export async function checkRequirements(
  ctx: Context,
  requires: Requirements,
  { session, caller }: { readonly session: Session | null; readonly caller: Caller },
): Promise<void> {
  for (const [name, required] of Object.entries(requires)) {
    const hooks = hooksAt(ctx, `require.${name}`);
    if (!hooks[0]) throw new TypeError(`No plugin has a hook "require.${name}".`);
    for (const hook of hooks) await hook(required, ctx, session, caller);
  }
}
