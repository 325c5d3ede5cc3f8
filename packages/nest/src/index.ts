export { AuthGuard, Public } from "./guard.js";
export { KeyholdModule, type KeyholdOptions } from "./module.js";
export { Session } from "./session.js";
