import type { PluginTypes } from "@keyhold/core/plugin";
import type { CoreEndpoints } from "@keyhold/core/types";
import { coreRoutes } from "./core-routes.js";
import { type ClientPlugin, clientPlugin } from "./plugin.js";

interface CoreTypes extends PluginTypes {
  readonly endpoints: CoreEndpoints;
}

/** What every client has, as a plugin. */
export const core: ClientPlugin<CoreTypes> = clientPlugin({
  id: "core",
  routes: coreRoutes,
  refreshes: {
    session: [
      "signOut",
      "signUp.email",
      "signIn.email",
      "verifyEmail",
      "resetPassword",
      "stepUp.password",
      "changePassword",
      "changeEmail",
      "updateUser",
      "deleteUser",
      "cancelEmailChange",
      "revokeSession",
      "revokeSessions",
    ],
  },
  sessionDates: [
    "user.createdAt",
    "user.updatedAt",
    "session.createdAt",
    "session.updatedAt",
    "session.expiresAt",
    "session.authTime",
    "session.factorTime",
  ],
});
