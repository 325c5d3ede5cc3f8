/**
 * Whether the runtime is Cloudflare Workers. There a promise of one request must not be awaited by another request: it
 * never settles if the client of the first request goes away.
 * https://developers.cloudflare.com/workers/runtime-apis/web-standards/#navigatoruseragent
 */
export const isWorker = (): boolean => globalThis.navigator?.userAgent === "Cloudflare-Workers";
