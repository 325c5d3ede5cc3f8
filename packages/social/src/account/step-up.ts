import type { Session } from "@keyhold/core";
import { accountModel, type Caller, type Context, userModel } from "@keyhold/core/plugin";
import { hasProofColumns, recordStepUp } from "@keyhold/core/session";
import { accountsOf } from "@keyhold/core/users";
import { socialErrors } from "../errors.js";
import { FlowError } from "../flow/error.js";
import type { ProviderUser } from "../identity/provider-user.js";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";
import { accountOf } from "./row.js";

/** Only `auth_time` in an ID token says when the provider has asked the user. */
export const provesAgain = ({ declaration }: Provider): boolean => declaration.idToken?.sendsAuthTime === true;

/**
 * Throws STEP_UP_NOT_CONFIGURED, STEP_UP_NOT_SUPPORTED. Called at the start and at the end of a flow: the config may
 * change in between.
 */
export function requireStepUp(
  ctx: Context<"STEP_UP_NOT_CONFIGURED" | "STEP_UP_NOT_SUPPORTED">,
  provider: Provider,
): void {
  if (!hasProofColumns(ctx)) ctx.fail(socialErrors.STEP_UP_NOT_CONFIGURED);
  if (!provesAgain(provider)) ctx.fail(socialErrors.STEP_UP_NOT_SUPPORTED);
}

/**
 * "social" if a provider of the user proves when the provider has asked the user: a single factor, because a provider
 * is never a second factor.
 */
export async function stepUpMethods(
  ctx: Context,
  { providers }: Social,
  { session, factors }: { readonly session: Session; readonly factors: 1 | 2 },
): Promise<readonly string[]> {
  if (factors === 2 || !hasProofColumns(ctx)) return [];
  const capable = new Set([...providers.values()].filter(provesAgain).map(({ id }) => id));
  if (capable.size === 0) return [];
  const accounts = await accountsOf(ctx, session.userId);
  return accounts.some(({ providerId }) => capable.has(providerId)) ? ["social"] : [];
}

/** The session in which an identity is proven again. */
export interface StepUpSession {
  readonly session: Session;
  /** When the flow started: milliseconds since 1970. */
  readonly startedAt: number;
  readonly caller: Caller;
}

/**
 * Records in a session that the user has just signed in at the provider again, with an account that is linked already.
 * Nothing else changes. Answers the session's cookies. Throws `FlowError`.
 */
export async function stepUpProviderUser(
  ctx: Context,
  providerUser: ProviderUser,
  { session, startedAt, caller }: StepUpSession,
): Promise<readonly string[]> {
  checkAuthTime(providerUser, startedAt, ctx.now());
  const recorded = await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
    const account = await ctx.db.find(accountModel, accountOf(providerUser));
    if (account?.userId !== user.id)
      throw notProven(`This account at ${nameOf(providerUser)} is not linked to the user.`);
    return recordStepUp(ctx, session, { caller, methods: ["fed"] });
  });
  if (!recorded) throw new FlowError("please_restart_the_process", "The user was deleted before the step-up ended.");
  return recorded.cookies;
}

/** How far the clocks of the provider and of this server may differ. */
const skewSeconds = 60;

/** `auth_time` is when the provider last asked the user (OpenID Connect Core 1.0, section 2): not before the flow. */
function checkAuthTime(providerUser: ProviderUser, startedAt: number, now: Date): void {
  const name = nameOf(providerUser);
  const authTime = providerUser.claims?.auth_time;
  if (typeof authTime !== "number") throw notProven(`The ID token of ${name} has no \`auth_time\`.`);
  if (authTime < startedAt / 1000 - skewSeconds) {
    throw notProven(`The \`auth_time\` of ${name} is from before the flow: the user was not asked again.`);
  }
  if (authTime > now.getTime() / 1000 + skewSeconds) {
    throw notProven(`The \`auth_time\` of ${name} is in the future: a clock is wrong.`);
  }
}

const nameOf = ({ provider }: ProviderUser): string => provider.declaration.name;

const notProven = (explanation: string): FlowError => new FlowError("step_up_not_proven", explanation);
