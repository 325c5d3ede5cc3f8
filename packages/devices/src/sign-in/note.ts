import type { CoreEvent, User } from "@keyhold/core";
import { after, type HookContext, randomText, userModel } from "@keyhold/core/plugin";
import { actorOf } from "@keyhold/core/session";
import { hadDevices } from "../browser/known.js";
import { sendNewDevice } from "../emails.js";
import { emit } from "../events.js";
import { type DeviceRow, deviceModel, deviceSessionModel, type LockedUser } from "../models.js";
import type { DevicesOptions } from "../options.js";

type Created = Extract<CoreEvent, { readonly type: "session.created" }>;

/** A user with more devices loses the device that was used the longest time ago. */
const maxDevices = 100;
const hourMilliseconds = 3_600_000;

/**
 * Writes the device of a new session, at the end of the transaction of the sign-in. `browserHash`: of the browser; null:
 * the client keeps no mark, so each sign-in is a device of its own.
 */
export async function noteDevice(
  ctx: HookContext,
  options: DevicesOptions,
  { session, user, isNewUser }: Created,
  browserHash: string | null,
): Promise<void> {
  if (actorOf(ctx, session) !== null) return;
  const parentId: unknown = Reflect.get(session, "parentId");
  // A session that comes from another session of the user, e.g. at another host: the device is the same.
  if (typeof parentId === "string") {
    const parent = await ctx.db.find(deviceSessionModel, { id: parentId });
    if (parent) await ctx.db.update(deviceSessionModel, session.id, { userDeviceId: parent.userDeviceId });
    return;
  }
  const locked = await ctx.db.lock(userModel, user.id);
  if (!locked) return;
  const { ipAddress, userAgent } = session;
  const device = browserHash && (await ctx.db.find(deviceModel, { userId: user.id, browserHash }));
  const seen = { lastSeenAt: ctx.now(), ipAddress, userAgent };
  if (device) await ctx.db.update(deviceModel, device.id, seen, locked);
  const deviceId = device ? device.id : (await addDevice(ctx, options, locked, { seen, browserHash, isNewUser })).id;
  await ctx.db.update(deviceSessionModel, session.id, { userDeviceId: deviceId });
}

interface NewDevice {
  readonly seen: Pick<DeviceRow, "lastSeenAt" | "ipAddress" | "userAgent">;
  readonly browserHash: string | null;
  readonly isNewUser: boolean;
}

async function addDevice(
  ctx: HookContext,
  options: DevicesOptions,
  user: LockedUser,
  { seen, browserHash, isNewUser }: NewDevice,
): Promise<DeviceRow> {
  const order = { orderBy: "lastSeenAt", direction: "ascending", limit: maxDevices } as const;
  const earlier = await ctx.db.list(deviceModel, { userId: user.id }, order);
  const [oldest] = earlier;
  if (oldest && earlier.length === maxDevices) await ctx.db.remove(deviceModel, { id: oldest.id }, user);
  const row = { ...seen, userId: user.id, browserHash: browserHash ?? randomText(43), firstSeenAt: seen.lastSeenAt };
  const device = await ctx.db.insert(deviceModel, row, user, {
    onConflict() {
      throw new Error("A device of a locked user was added by another transaction.");
    },
  });
  const isFirst = isNewUser || (earlier.length === 0 && (await hadDevices.find(ctx, user.id)) === null);
  if (isFirst) return device;
  emit(ctx, { type: "device.added", userId: user.id, deviceId: device.id });
  if (await mayTell(ctx, options, user)) await sendNewDevice(ctx, options, user, device);
  return device;
}

/** Counts the devices of the last hour, the new device included. */
async function mayTell(ctx: HookContext, { maxEmailsPerHour }: DevicesOptions, { id }: User): Promise<boolean> {
  const firstSeenAt = after(new Date(ctx.now().getTime() - hourMilliseconds));
  const order = { orderBy: "id", limit: maxEmailsPerHour + 1 } as const;
  const recent = await ctx.db.list(deviceModel, { userId: id, firstSeenAt }, order);
  return recent.length <= maxEmailsPerHour;
}
