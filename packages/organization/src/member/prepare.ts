import type { Context } from "@keyhold/core";
import { type Joiner, type MemberRule, rulesAt } from "../rules.js";

/** What `addMember` is to be given: asked before its transaction, because an app's functions may take their time. */
export async function prepareMember(ctx: Context, joiner: Joiner): Promise<readonly MemberRule[]> {
  const prepared: MemberRule[] = [];
  for (const rule of rulesAt(ctx, "member.prepare")) prepared.push(await rule(joiner, ctx));
  return prepared;
}
