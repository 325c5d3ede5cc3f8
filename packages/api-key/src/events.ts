import { eventsFor, type TxContext } from "@keyhold/core/plugin";

/** The key, its owner, and the user who has acted; null: the app, by a server-side call. */
interface Of {
  readonly keyId: string;
  /** The user or the organization of the key. */
  readonly referenceId: string;
  readonly actorId: string | null;
}

/** Events of API keys, for an audit log. */
export type ApiKeyEvent =
  | ({ readonly type: "api-key.created" } & Of)
  | ({ readonly type: "api-key.updated" } & Of)
  | ({ readonly type: "api-key.rotated" } & Of)
  | ({ readonly type: "api-key.deleted" } & Of)
  /** A use from an address from which the key was not used before; not the first use of the key. */
  | ({ readonly type: "api-key.used-from-new-address"; readonly ipAddress: string } & Of)
  /** The key was found in public, and is disabled. `foundAt`: the URL; null: not known. */
  | ({ readonly type: "api-key.leaked"; readonly foundAt: string | null } & Of);

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: ApiKeyEvent) => void = eventsFor<ApiKeyEvent>();
