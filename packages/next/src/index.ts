// For the server of an app: routes, server components, server actions.

export { OnRequest, type OnRequestProps } from "./on-request.js";
export { type RouteHandler, toRouteHandler } from "./route-handler.js";
export { toServerActions } from "./server-actions.js";
export { type SessionCheck, toSession } from "./session.js";
export { type NextAuth, toNext } from "./to-next.js";
export { waitUntil } from "./wait-until.js";
