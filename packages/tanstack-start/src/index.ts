// For the server of an app: server routes, server functions.

export { toActions } from "./actions.js";
export { type RouteHandlers, toRouteHandlers } from "./route-handlers.js";
export { type SessionCheck, toSession } from "./session.js";
