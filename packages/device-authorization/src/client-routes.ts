// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { DeviceAuthorizationEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<DeviceAuthorizationEndpoints> = {
  device: {
    approve: "POST",
    code: "POST",
    deny: "POST",
    open: "POST",
    revoke: "POST",
    token: "POST",
    list: "GET",
  },
};
