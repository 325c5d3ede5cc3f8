import type { User } from "@keyhold/core";
import { eventsFor, type TxContext } from "@keyhold/core/plugin";

/** Events of guests, for an audit log. */
export type AnonymousEvent =
  /** A guest has signed up: `user` is the account, with the id of the guest. `user.created` told of the guest. */
  | { readonly type: "anonymous.upgraded"; readonly user: User }
  /** A guest has signed in to an account. The guest is deleted. */
  | { readonly type: "anonymous.merged"; readonly guestId: string; readonly userId: string };

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: AnonymousEvent) => void = eventsFor<AnonymousEvent>();
