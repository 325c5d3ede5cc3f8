// For the server of an app: routes, server components, server actions.

export { type RouteHandler, toRouteHandler } from "./route-handler.js";
export { toServerActions } from "./server-actions.js";
export { type SessionCheck, toSession } from "./session.js";
export { waitUntil } from "./wait-until.js";
