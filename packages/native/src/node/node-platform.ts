import type { Platform, PlatformHeaders } from "@keyhold/client";
import { type TokenPlatformOptions, tokenPlatform } from "@keyhold/client/token";

/**
 * `tokenPlatform` that takes the token of a device code, too: the answer of RFC 8628 names the token `access_token`.
 *
 * @example createAuthClient({ baseURL: "https://example.com", platform: nodePlatform({ store: fileStore(path) }) })
 */
export function nodePlatform(options: TokenPlatformOptions): Platform {
  const platform = tokenPlatform(options);
  const polls = new WeakSet<PlatformHeaders>();
  return {
    ...platform,
    async headers(route, server) {
      const headers = (await platform.headers?.(route, server)) ?? {};
      if (route === "POST /device/token") polls.add(headers);
      return headers;
    },
    async received(headers, answer, sent) {
      const { access_token: token }: { readonly access_token?: unknown } = Object(answer.data);
      if (!headers || !sent || !polls.has(sent) || typeof token !== "string")
        return platform.received?.(headers, answer, sent);
      const named = new Headers(headers);
      named.set("set-auth-token", token);
      await platform.received?.(named, { data: { token }, error: null }, sent);
    },
  };
}
