// For the server of an app: hooks, load functions, form actions, remote functions.

export { toActions } from "./actions.js";
export type { CurrentEvent } from "./event.js";
export { type Handle, toHandle } from "./handle.js";
export { type SessionCheck, toSession } from "./session.js";
export { toWaitUntil } from "./wait-until.js";
