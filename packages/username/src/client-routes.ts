// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { UsernameEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<UsernameEndpoints> = {
  isUsernameAvailable: "POST",
  signIn: {
    username: "POST",
  },
};
