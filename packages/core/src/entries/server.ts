// For bridges to a server that has neither Request nor Response.
export type { NodeHeaders } from "../contract/calls.js";
export type { Connection } from "../http/caller.js";
export type { HeaderLookup, IncomingBody, IncomingRequest } from "../http/incoming-request.js";
export { type Reply, toResponse } from "../http/reply.js";
export { type SharedRead, sharedRead, type WithHeaders } from "../http/shared-read.js";
export { basePathOf, publicPathOf } from "../pipeline/base-path.js";
export { type Mountable, reply } from "../pipeline/replies.js";

// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
