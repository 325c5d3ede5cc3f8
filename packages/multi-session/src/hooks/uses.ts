import type { Hooks } from "@keyhold/core/plugin";
import { joinDevice } from "../device/join.js";
import { leaveDevice, removeDevices } from "../device/leave.js";
import { nextOf } from "../device/next.js";
import { renewKey } from "../device/renew.js";
import type { MultiSessionOptions } from "../options.js";

/** The part of the plugin in the hooks of core. */
export const hooksOf = (
  options: MultiSessionOptions,
): Pick<Hooks, "session.join" | "session.rotate" | "session.next" | "sign-out" | "sweep"> => ({
  "session.join": (opening, ctx) => joinDevice(ctx, opening, options),
  "session.rotate": (session, caller, ctx) => renewKey(ctx, session, caller),
  "session.next": (caller, ctx) => nextOf(ctx, caller),
  "sign-out": (caller, ctx) => leaveDevice(ctx, caller),
  sweep: removeDevices,
});
