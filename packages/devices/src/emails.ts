import type { User } from "@keyhold/core";
import { type HookContext, issueOneTimeToken, type PluginEmail, publicUser, withQuery } from "@keyhold/core/plugin";
import { safeName } from "@keyhold/core/safe-name";
import { verifiedAddress } from "./browser/address.js";
import { describeDevice } from "./browser/describe.js";
import { reportToken } from "./browser/report.js";
import type { DeviceRow } from "./models.js";
import type { DevicesOptions } from "./options.js";

/** Tells a user of a sign-in with a new device; `url` reports the device. */
export interface NewDeviceEmail extends PluginEmail {
  readonly kind: "devices.new-device";
  readonly user: User;
  /** The secret in the link, for an app with a page of its own. */
  readonly token: string;
  /** E.g. "Firefox, Windows"; null: not known. */
  readonly device: string | null;
  readonly signedInAt: Date;
  /** By `placeOf`; null: not known. */
  readonly place: string | null;
}

/** An email of the plugin, by `kind`. */
export type DevicesEmail = NewDeviceEmail;

/** Sends the email about a new device to the verified address of a user; no email to an address that is not verified. */
export async function sendNewDevice(
  ctx: HookContext,
  { placeOf }: DevicesOptions,
  user: User,
  row: DeviceRow,
): Promise<void> {
  const to = await verifiedAddress(ctx, user);
  if (to === null) return;
  const { appName } = ctx.settings;
  const token = await issueOneTimeToken(ctx, reportToken, {
    userId: user.id,
    deviceId: row.id,
    email: to,
    since: row.firstSeenAt.getTime(),
  });
  const device = describeDevice(row.userAgent);
  const place = row.ipAddress === null ? null : nameOfPlace(ctx, placeOf, row.ipAddress);
  const time = `${row.firstSeenAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const message: NewDeviceEmail = {
    kind: "devices.new-device",
    to,
    userId: user.id,
    url: withQuery(ctx.settings, `${ctx.settings.publicPath}/devices/report`, { token }),
    words: {
      subject: `New sign-in to ${appName}`,
      preview: "If it was not you, act now.",
      heading: "A new device has signed in",
      paragraphs: [
        "Hello,",
        `a device that was not used before has signed in to your ${appName} account, ${user.email}.`,
        [`Device: ${device ?? "not known"}`, `time: ${time}`, ...(place === null ? [] : [`place: ${place}`])].join(
          "; ",
        ),
      ],
      label: "It was not me",
      notes: [
        "If it was you, no action is needed.",
        "The link works once, for 7 days: it signs all your devices out and removes your password until you set a new password by email.",
      ],
    },
    user: publicUser(ctx, user),
    token,
    device,
    signedInAt: row.firstSeenAt,
    place,
  };
  ctx.send(message);
}

/** The place for the email; null: not known. A fault of the app's function fails no sign-in. */
function nameOfPlace(ctx: HookContext, placeOf: DevicesOptions["placeOf"], ipAddress: string): string | null {
  try {
    const place: unknown = placeOf?.(ipAddress);
    return typeof place === "string" ? safeName(place) : null;
  } catch (error) {
    ctx.later("Finding the place of a new device", () => Promise.reject(error));
    return null;
  }
}
