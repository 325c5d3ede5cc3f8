import { eventsFor, type TxContext } from "@keyhold/core/plugin";

/** An app on a device has asked for a sign-in, or a user has decided. */
export type DeviceAuthorizationEvent =
  | {
      readonly type: "device.requested";
      readonly clientId: string;
      readonly scope: string;
      readonly ipAddress: string | null;
    }
  | {
      readonly type: "device.approved" | "device.denied";
      readonly userId: string;
      readonly clientId: string;
      readonly scope: string;
      /** The client address of the device. */
      readonly requestedFrom: string | null;
    };

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: DeviceAuthorizationEvent) => void =
  eventsFor<DeviceAuthorizationEvent>();
