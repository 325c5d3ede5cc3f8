import { eventsFor, type TxContext } from "@keyhold/core/plugin";

/** Events of devices, for an audit log. */
export type DevicesEvent =
  /** A user has signed in with a further device. Not emitted for the first device of a user. */
  | { readonly type: "device.added"; readonly userId: string; readonly deviceId: string }
  | { readonly type: "device.renamed"; readonly userId: string; readonly deviceId: string }
  /** The sessions of the device and the trust of all browsers have ended. */
  | { readonly type: "device.forgotten"; readonly userId: string; readonly deviceId: string }
  /** By the link of the email: as "device.forgotten", and the password is removed. */
  | { readonly type: "device.reported"; readonly userId: string; readonly deviceId: string };

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: DevicesEvent) => void = eventsFor<DevicesEvent>();
