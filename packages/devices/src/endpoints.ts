// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { forgetDevice } from "./routes/forget.js";
import { listDevices } from "./routes/list.js";
import { renameDevice } from "./routes/rename.js";
import { reportNewDevice, reportNewDevicePage } from "./routes/report.js";

/** The calls, each under the name that its URL gives. */
export interface DevicesEndpoints {
  readonly devices: {
    /** Removes a device of the caller: its sessions end, and the trust of all browsers ends. */
    readonly forget: typeof forgetDevice;
    /** The devices with which the caller has signed in, the last used first. */
    readonly list: typeof listDevices;
    /** Names a device of the caller; null removes the name. */
    readonly rename: typeof renameDevice;
    /**
     * Ends the device of an email's token and all sessions of its user, and removes the password until a reset by
     * email.
     */
    readonly report: typeof reportNewDevice;
  };
}

export const endpoints: DevicesEndpoints = {
  devices: {
    forget: forgetDevice,
    list: listDevices,
    rename: renameDevice,
    report: reportNewDevice,
  },
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [reportNewDevicePage] as const;
