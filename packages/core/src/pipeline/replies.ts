import type { Connection } from "../http/caller.js";
import type { IncomingRequest } from "../http/incoming-request.js";
import type { Reply } from "../http/reply.js";

/** The key of an auth's function from request to response as data. Apps use `handler`; bridges use `reply`. */
export const replies: unique symbol = Symbol.for("keyhold.replies");

/** An auth as a bridge sees it. */
export interface Mountable {
  readonly [replies]: (request: IncomingRequest, connection?: Connection) => Promise<Reply>;
}

/**
 * Answers a request from data to data, for a bridge to a server that has neither `Request` nor `Response`. Every path
 * outside `basePath` gets 404. Never rejects.
 *
 * @example
 * const { status, headers, cookies, body } = await reply(auth, {
 *   method: "GET", path: "/api/auth/get-session", query: "", headers, body: null, toRequest,
 * });
 */
export const reply = (auth: Mountable, request: IncomingRequest, connection?: Connection): Promise<Reply> =>
  auth[replies](request, connection);
