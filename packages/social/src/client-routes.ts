// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { SocialEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<SocialEndpoints> = {
  getAccessToken: "POST",
  linkSocial: "POST",
  refreshToken: "POST",
  signIn: {
    social: "POST",
    socialNonce: "POST",
  },
  stepUp: {
    social: "POST",
  },
};
