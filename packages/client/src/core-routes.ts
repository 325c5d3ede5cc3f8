import type { CoreEndpoints } from "@keyhold/core";
import type { CallName, RouteTable } from "./calls.js";
import type { Refreshes } from "./plugin.js";

/** The calls of @keyhold/core. */
export const coreRoutes: RouteTable<CoreEndpoints> = {
  ok: "GET /ok",
  getSession: "GET /get-session",
  signOut: "POST /sign-out",
  signUp: { email: "POST /sign-up/email" },
  signIn: { email: "POST /sign-in/email" },
};

export const coreRefreshes: Refreshes<CallName<CoreEndpoints>> = {
  session: ["signOut", "signUp.email", "signIn.email"],
};
