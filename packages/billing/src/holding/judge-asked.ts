import type { Session } from "@keyhold/core";
import { type Context, commonErrors } from "@keyhold/core/plugin";
import type { Catalogue } from "../catalogue/catalogue.js";
import { billingErrors } from "../errors.js";
import { hooksAt } from "../hooks/offers.js";
import { type Holders, holdersOf, holdingsOf } from "./holdings-of.js";
import { type Has, judge, type Verdict } from "./judge.js";

interface Asked extends Holders {
  readonly entitlement: string;
  readonly units?: number | undefined;
  /** Whether what any organization of the user has counts, too. */
  readonly anyOrganization?: boolean | undefined;
  /** Default without an owner. */
  readonly session: Session | null;
}

/** Whether the named owners, or else the user of the session, have an entitlement. */
export async function judgeAsked(ctx: Context, catalogue: Catalogue, asked: Asked): Promise<Verdict> {
  const { entitlement, units, session, userId, organizationId, anyOrganization } = asked;
  const isNamed = userId !== undefined || organizationId !== undefined;
  const holders = isNamed || !session ? { userId, organizationId } : holdersOf(session);
  const all = anyOrganization ? await withOrganizations(ctx, holders) : holders;
  return judge(catalogue, entitlement, await holdingsOf(ctx, all), { now: ctx.now(), units });
}

/** The user together with each organization in which the user is a member now. */
async function withOrganizations(ctx: Context, { userId }: Holders): Promise<Holders> {
  if (!userId) return {};
  const organizationIds: string[] = [];
  for (const members of hooksAt(ctx, "organization.members")) {
    for await (const page of members({ userId }, ctx))
      organizationIds.push(...page.map(({ organizationId }) => organizationId));
  }
  return { userId, organizationIds };
}

/** `judgeAsked`. Fails with 401 without an owner and without a session, and with 402 without the entitlement. */
export async function requireEntitlement(
  ctx: Context<"ENTITLEMENT_REQUIRED">,
  catalogue: Catalogue,
  asked: Asked,
): Promise<Has> {
  const { entitlement, session, userId, organizationId } = asked;
  if (!session && userId === undefined && organizationId === undefined) return ctx.fail(commonErrors.UNAUTHORIZED);
  const verdict = await judgeAsked(ctx, catalogue, asked);
  if (verdict.has) return verdict;
  const message = `${billingErrors.ENTITLEMENT_REQUIRED.message}: ${entitlement}`;
  return ctx.fail(billingErrors.ENTITLEMENT_REQUIRED, { message });
}

/** The verdict on each entitlement of the app. */
export async function judgeEach(
  ctx: Context,
  catalogue: Catalogue,
  holders: Holders,
): Promise<Readonly<Record<string, Verdict>>> {
  const names = Object.keys(catalogue.entitlements);
  const holdings = names.length === 0 ? [] : await holdingsOf(ctx, holders);
  return Object.fromEntries(names.map((name) => [name, judge(catalogue, name, holdings, { now: ctx.now() })]));
}
