import type { Context } from "@keyhold/core/plugin";
import { hooksAt, type Joiner, type MemberHook } from "../hooks.js";

/** What `addMember` is to be given: asked before its transaction, because an app's functions may take their time. */
export async function prepareMember(ctx: Context, joiner: Joiner): Promise<readonly MemberHook[]> {
  const prepared: MemberHook[] = [];
  for (const hook of hooksAt(ctx, "member.prepare")) prepared.push(await hook(joiner, ctx));
  return prepared;
}
