import type { Session } from "@keyhold/core";
import type { Caller, Context } from "@keyhold/core/plugin";
import { linkProviderUser, requireLinking, requireLinkingSession } from "../account/link.js";
import { requireStepUp, stepUpProviderUser } from "../account/step-up.js";
import { asAuthErrors, linkErrors } from "../callback/by-id-token.js";
import { exchangeFlowCode } from "../callback/callback.js";
import { socialErrors } from "../errors.js";
import { FlowError } from "../flow/error.js";
import { findProvider } from "../flow/find-provider.js";
import { consumeCallback } from "../flow/kept-callback.js";
import { type Started, startFlow } from "../flow/start.js";
import type { HandOver } from "../flow/within.js";
import { identifyByTokens } from "../identity/provider-user.js";
import { connect, failUnavailable } from "../oauth/connection.js";
import type { Social } from "../options.js";

/** A flow at a provider that a plugin starts, e.g. for an app. */
export interface StartForPlugin {
  readonly provider: string;
  /** Null: the flow signs in. */
  readonly handOver: HandOver | null;
  /** Of the plugin: checked by the plugin. */
  readonly callbackURL: string;
  readonly errorCallbackURL: string;
  readonly loginHint: string | null;
  readonly caller: Caller;
}

/** The client that finishes a flow, in its own session. */
export interface Finisher {
  readonly session: Session;
  readonly caller: Caller;
}

/** What other plugins do at the providers of this plugin: the hook "provider.hand-over". */
export interface ProviderHandOver {
  /**
   * The name of a provider. Fails if the provider cannot do what is asked.
   *
   * @throws AuthError PROVIDER_NOT_FOUND, LINKING_IS_DISABLED, STEP_UP_NOT_CONFIGURED, STEP_UP_NOT_SUPPORTED
   */
  check(
    ctx: Context<string>,
    asked: { readonly provider: string; readonly purpose: HandOver["purpose"] | null },
  ): string;
  start(ctx: Context<string>, start: StartForPlugin): Promise<Started>;
  /** Links the identity, or records the step-up. Answers the cookies of the session; null: no callback has this id. */
  finish(ctx: Context<string>, handOver: HandOver, finisher: Finisher): Promise<readonly string[] | null>;
}

/** A step-up fails as an ID token that proves nothing. */
const finishErrors = { ...linkErrors, step_up_not_proven: socialErrors.INVALID_TOKEN } as const;

export const handOverOf = (social: Social): ProviderHandOver => ({
  check(ctx, { provider: id, purpose }) {
    const provider = findProvider(ctx, social, id);
    if (purpose === "link") requireLinking(ctx, social);
    if (purpose === "step-up") requireStepUp(ctx, provider);
    return provider.declaration.name;
  },

  async start(ctx, { provider: id, handOver, loginHint, ...start }) {
    const provider = findProvider(ctx, social, id);
    return startFlow(ctx, social, {
      ...{ ...start, provider, within: null, scopes: [], requestSignUp: false },
      ...(handOver && { handOver }),
      ...(loginHint !== null && { loginHint }),
    });
  },

  async finish(ctx, { id, purpose }, { session, caller }) {
    const kept = await consumeCallback(ctx, id);
    if (kept?.purpose !== purpose) return null;
    const { providerId, parameters, nonce, scopes: asked, startedAt } = kept;
    const provider = findProvider(ctx, social, providerId);
    return asAuthErrors(ctx, { providerId, purpose, caller, errors: finishErrors }, async (ctx) => {
      if (purpose === "link") {
        requireLinking(ctx, social);
        await requireLinkingSession(ctx, session);
      } else requireStepUp(ctx, provider);
      const connection = await connect(ctx, social, provider).catch((cause: unknown) => failUnavailable(ctx, cause));
      const tokens = await exchangeFlowCode(ctx, connection, kept, parameters);
      const user = await identifyByTokens(ctx, social, connection, { tokens, nonce, asked, callback: parameters });
      if (purpose === "link") return linkProviderUser(ctx, social, user, { session, caller });
      if (user.claims === null) throw new FlowError("step_up_not_proven", "The provider sent no ID token.");
      return stepUpProviderUser(ctx, user, { session, startedAt, caller });
    });
  },
});
