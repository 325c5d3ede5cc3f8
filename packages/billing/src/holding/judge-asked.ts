import type { Session } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import { catalogueOf } from "../catalogue/catalogue.js";
import type { BillingSettings } from "../options.js";
import { type Holders, heldBy, holdersOf } from "./held-by.js";
import { judge, type Verdict } from "./judge.js";

interface Asked extends Holders {
  readonly entitlement: string;
  readonly units?: number | undefined;
  /** Default without an owner. */
  readonly session: Session | null;
}

/** Whether the named owners, or else the user of the session, have an entitlement. */
export async function judgeAsked(ctx: Context, settings: BillingSettings, asked: Asked): Promise<Verdict> {
  const { entitlement, units, session, userId, organizationId } = asked;
  const isNamed = userId !== undefined || organizationId !== undefined;
  const holders = isNamed || !session ? { userId, organizationId } : holdersOf(session);
  return judge(catalogueOf(settings), entitlement, await heldBy(ctx, holders), { now: ctx.now(), units });
}

/** The verdict on each entitlement of the app. */
export async function judgeEach(
  ctx: Context,
  settings: BillingSettings,
  holders: Holders,
): Promise<Readonly<Record<string, Verdict>>> {
  const catalogue = catalogueOf(settings);
  const names = Object.keys(catalogue.entitlements);
  const held = names.length === 0 ? [] : await heldBy(ctx, holders);
  return Object.fromEntries(names.map((name) => [name, judge(catalogue, name, held, { now: ctx.now() })]));
}
