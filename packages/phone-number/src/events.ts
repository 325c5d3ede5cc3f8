import type { User } from "@keyhold/core";
import { eventsFor, type TxContext } from "@keyhold/core/plugin";
import type { SentMessage } from "./code/ports.js";

/** Events of phone numbers, for an audit log and for alarms. */
export type PhoneNumberEvent =
  /** A user has verified a number, which the user did not have before. `isNewUser`: the number created the account. */
  | { readonly type: "phone-number.verified"; readonly user: User; readonly isNewUser: boolean }
  /** Half of the messages of a ceiling have been sent in this window, or all: `of` is "app", or a calling code as "+49". */
  | {
      readonly type: "phone-number.ceiling";
      readonly of: string;
      readonly count: number;
      readonly max: number;
      readonly isReached: boolean;
    }
  /** The app's function, or the service, did not send a message. */
  | { readonly type: "phone-number.message-failed"; readonly kind: SentMessage["kind"] }
  /** Another person has verified the number of a user, who keeps the number by a proof until `endsAt`. */
  | { readonly type: "phone-number.claimed"; readonly userId: string; readonly endsAt: Date }
  /** A user has removed the number. */
  | { readonly type: "phone-number.removed"; readonly userId: string }
  /** The number of a user went to another person: without a proof by the user in time. */
  | { readonly type: "phone-number.moved"; readonly userId: string };

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: PhoneNumberEvent) => void = eventsFor<PhoneNumberEvent>();
