/** What a request asks of a user who may be signed in at the provider. */
export interface Authentication {
  readonly query: URLSearchParams;
  readonly now: Date;
  /** When the user last authenticated; undefined: the user is not signed in. */
  readonly before: Date | undefined;
  /** Whether a user who is signed in is never asked again. */
  readonly keepsSignedIn: boolean;
}

/**
 * When the user of a request has authenticated: now, unless the user is signed in and the request accepts that sign-in
 * (`prompt` and `max_age` of OpenID Connect Core 1.0, section 3.1.2.1).
 */
export function authTimeOf({ query, now, before, keepsSignedIn }: Authentication): Date {
  if (before && (keepsSignedIn || !asksAgain(query, now.getTime() - before.getTime()))) return before;
  return now;
}

function asksAgain(query: URLSearchParams, ageMilliseconds: number): boolean {
  const maxAge = query.get("max_age");
  const isLogin = (query.get("prompt") ?? "").split(" ").includes("login");
  // A `max_age` of 0 is `prompt=login`.
  return isLogin || (maxAge !== null && ageMilliseconds >= Number(maxAge) * 1000);
}
