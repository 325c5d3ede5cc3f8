// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { NativeEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<NativeEndpoints> = {
  native: {
    confirm: "POST",
    request: "POST",
    token: "POST",
  },
};
