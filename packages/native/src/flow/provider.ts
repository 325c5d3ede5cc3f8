import type { Session } from "@keyhold/core";
import { type Caller, type Context, commonErrors, hooksFor } from "@keyhold/core/plugin";

/** What an app asks for at a provider, in its own session. */
export type Purpose = "link" | "step-up";

/** A flow that the app with the id finishes. */
export interface HandOver {
  readonly purpose: Purpose;
  readonly id: string;
}

/** The providers of `@keyhold/social`, by the hook "provider.hand-over". */
interface Providers {
  check(ctx: Context<string>, asked: { readonly provider: string; readonly purpose: Purpose | null }): string;
  start(
    ctx: Context<string>,
    start: {
      readonly provider: string;
      readonly handOver: HandOver | null;
      readonly callbackURL: string;
      readonly errorCallbackURL: string;
      readonly loginHint: string | null;
      readonly caller: Caller;
    },
  ): Promise<{ readonly url: string; readonly cookies: readonly string[] }>;
  finish(
    ctx: Context<string>,
    handOver: HandOver,
    finisher: { readonly session: Session; readonly caller: Caller },
  ): Promise<readonly string[] | null>;
}

const hooksAt = hooksFor<{ "provider.hand-over": Providers }>();

/**
 * The providers of this auth.
 *
 * @throws AuthError NOT_FOUND if no plugin has providers
 */
export const providersOf = (ctx: Context): Providers =>
  hooksAt(ctx, "provider.hand-over")[0] ?? ctx.fail(commonErrors.NOT_FOUND);
