import type { ListedSession } from "@keyhold/react";
import { useUI } from "../context.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { type Loading, useLoading } from "../lists/loading.js";
import { useRead } from "../lists/use-read.js";
import { account as english } from "../texts/en/account.js";
import { useTexts } from "../texts/use-texts.js";
import { isPhone, useBrowserName } from "../user/browser-name.js";
import { useSessions } from "../user/use-accounts.js";

/** A browser or a device in which the user is signed in. */
export interface Device extends ListedSession {
  /** E.g. "Firefox on Windows", by the unverified user agent; of a device without a browser the name of the app. */
  readonly name: string;
  readonly isPhone: boolean;
}

/** The state of the section of devices. `busy` is the id of a session, or "others". */
export interface DevicesState extends Pick<ActionState, "busy" | "error" | "done"> {
  readonly loading: Loading;
  /** Null: not known yet. */
  readonly current: Device | null;
  /** The latest first. */
  readonly others: readonly Device[];
  /** Signs out a device. True after a success. */
  readonly signOut: (device: Device) => Promise<boolean>;
  /** Signs out all other devices. True after a success. */
  readonly signOutOthers: () => Promise<boolean>;
}

/**
 * The state and the handlers of a list of signed-in browsers, without markup.
 *
 * @example const { current, others, signOut } = useDevices();
 */
export function useDevices(): DevicesState {
  const { client } = useUI();
  const sessions = useSessions();
  const nameOf = useBrowserName();
  const texts = useTexts("account", english);
  const { busy, error, done, run } = useAction();
  const listed: readonly SessionOfDevice[] = sessions.data ?? [];
  // The names of the apps on devices without a browser, by the plugin `deviceAuthorization()`.
  const ids = listed.flatMap(({ id, deviceClientId }) => (deviceClientId ? [id] : [])).join();
  const isAsked = ids && "device" in client;
  const apps = useRead(ids, isAsked ? (signal) => client.device.list({}, { signal }) : null);
  const devices = listed.map((session) => ({
    ...session,
    name: apps.data?.find(({ token }) => token === session.token)?.clientName ?? nameOf(session.userAgent),
    isPhone: isPhone(session.userAgent),
  }));
  return {
    loading: useLoading(sessions),
    current: devices.find(({ isCurrent }) => isCurrent) ?? null,
    others: devices
      .filter(({ isCurrent }) => !isCurrent)
      .sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime()),
    busy,
    error,
    done,
    signOut: ({ id, name }) =>
      run(id, { call: async () => (await client.revokeSession({ id })).error, done: texts.deviceSignedOut(name) }),
    signOutOthers: () =>
      run("others", { call: async () => (await client.revokeOtherSessions()).error, done: texts.allSignedOut }),
  };
}

/** A session, with the column of the plugin if the server has the plugin. */
interface SessionOfDevice extends ListedSession {
  readonly deviceClientId?: string | null;
}
