import type { Auth } from "@keyhold/core";
import { basePathOf, type Mountable, publicPathOf } from "@keyhold/core/server";
import type { CurrentEvent } from "./event.js";

/** A `handle` of SvelteKit. */
export type Handle = <Event extends CurrentEvent>(input: {
  readonly event: Event;
  readonly resolve: (event: Event) => Promise<Response> | Response;
}) => Promise<Response>;

/**
 * The routes of an auth, for `src/hooks.server.ts`. Answers the requests below `basePath`, with the client's address
 * for rate limits; all others go to `resolve`. If `baseURL` has a path, as with `paths.base`, that path may stand
 * before `basePath`.
 *
 * @example export const handle = toHandle(auth); // or sequence(toHandle(auth), another)
 */
export function toHandle(auth: Pick<Auth, "handler"> & Mountable): Handle {
  const basePath = basePathOf(auth);
  const publicPath = publicPathOf(auth);
  return async ({ event, resolve }) => {
    const { request, url } = event;
    const isDirect = url.pathname.startsWith(`${basePath}/`);
    if (!isDirect && !url.pathname.startsWith(`${publicPath}/`)) return resolve(event);
    const answered = isDirect ? request : new Request(withoutBase(url, publicPath.length - basePath.length), request);
    return auth.handler(answered, { ipAddress: event.getClientAddress() });
  };
}

function withoutBase(url: URL, length: number): URL {
  const inner = new URL(url);
  inner.pathname = url.pathname.slice(length);
  return inner;
}
