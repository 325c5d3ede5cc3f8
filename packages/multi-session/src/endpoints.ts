// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { listDeviceSessions } from "./routes/list-device-sessions.js";
import { revoke } from "./routes/revoke.js";
import { setActive } from "./routes/set-active.js";

/** The calls, each under the name that its URL gives. */
export interface MultiSessionEndpoints {
  readonly multiSession: {
    /**
     * The sessions of this browser, newest first, each with its user. `session.token` names a session for the other
     * calls.
     */
    readonly listDeviceSessions: typeof listDeviceSessions;
    /** Ends a session of this browser. After the active session the newest session of the browser is active. */
    readonly revoke: typeof revoke;
    /** Makes another session of this browser active. */
    readonly setActive: typeof setActive;
  };
}

export const endpoints: MultiSessionEndpoints = {
  multiSession: {
    listDeviceSessions,
    revoke,
    setActive,
  },
};
