import type { ChallengedAction } from "@keyhold/core";
import { eventsFor, type TxContext } from "@keyhold/core/plugin";

/** Events of CAPTCHAs, for the metrics of an app. */
export type CaptchaEvent =
  /** The provider did not answer within three seconds, or not in its own format. `whenAway` decided about the call. */
  | {
      readonly type: "captcha.provider-away";
      readonly action: ChallengedAction;
      readonly ipAddress: string | null;
      readonly reason: string;
    }
  /** The provider, or a check of the plugin, rejected a response. */
  | {
      readonly type: "captcha.rejected";
      readonly action: ChallengedAction;
      readonly ipAddress: string | null;
      readonly reason: string;
    };

/** Emits an event. */
export const emit: (ctx: Pick<TxContext, "emit">, event: CaptchaEvent) => void = eventsFor<CaptchaEvent>();
