// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { approveDevice } from "./routes/device/approve.js";
import { requestDeviceCode } from "./routes/device/code.js";
import { denyDevice } from "./routes/device/deny.js";
import { listDevices } from "./routes/device/list.js";
import { openDevice } from "./routes/device/open.js";
import { revokeDevice } from "./routes/device/revoke.js";
import { pollDeviceToken } from "./routes/device/token.js";
import { getDevice } from "./routes/device.js";

/** The calls, each under the name that its URL gives. */
export interface DeviceAuthorizationEndpoints {
  readonly device: {
    /** Approves the request of a device by its user code: only the user who has opened the code first. */
    readonly approve: typeof approveDevice;
    /**
     * Begins the sign-in of a device (RFC 8628, section 3.1): answers with a code for the device and a code for the
     * user.
     */
    readonly code: typeof requestDeviceCode;
    /** Denies the request of a device by its user code: only the user who has opened the code first. */
    readonly deny: typeof denyDevice;
    /**
     * The sessions that devices of the caller have opened, newest first; `token` identifies one for `device.revoke`.
     */
    readonly list: typeof listDevices;
    /** Shows the request of a device by its user code: the first user who opens a code claims it. */
    readonly open: typeof openDevice;
    /** Ends the session of a device of the caller, by the `token` of `GET /device/list`. */
    readonly revoke: typeof revokeDevice;
    /** Answers the poll of a device (RFC 8628, section 3.4): after the approval with the token of a session, once. */
    readonly token: typeof pollDeviceToken;
  };
}

export const endpoints: DeviceAuthorizationEndpoints = {
  device: {
    approve: approveDevice,
    code: requestDeviceCode,
    deny: denyDevice,
    list: listDevices,
    open: openDevice,
    revoke: revokeDevice,
    token: pollDeviceToken,
  },
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [getDevice] as const;
