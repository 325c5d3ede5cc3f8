import type { Context } from "@keyhold/core/plugin";
import { hooksAt, type Joiner, type MemberHook } from "../hooks/offers.js";

/** The `prepared` input of `addMember`, made before the transaction: an app's functions may be slow. */
export async function prepareMember(ctx: Context, joiner: Joiner): Promise<readonly MemberHook[]> {
  const prepared: MemberHook[] = [];
  for (const hook of hooksAt(ctx, "member.prepare")) prepared.push(await hook(joiner, ctx));
  return prepared;
}
