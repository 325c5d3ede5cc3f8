import type { MoreAsked } from "./asked.js";
import type { Context } from "./context.js";
import type { AuthError } from "./errors.js";

/** The answer of a handler: data, a page or a redirect. */
export type Outcome<O> = DataOutcome<O> | PageOutcome | RedirectOutcome;

/** A response with data: made by `ok` and `accepted`. */
export interface DataOutcome<O> {
  readonly kind: "data";
  readonly data: O;
  /** Complete `Set-Cookie` lines. */
  readonly cookies: readonly string[];
  /** Default: 200. */
  readonly status?: 202;
  /**
   * Replace the headers of every response, in lower case, e.g. `cache-control` of data that does not depend on the
   * caller.
   */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response with an HTML page: made by `page`. */
export interface PageOutcome {
  readonly kind: "page";
  readonly html: string;
  /**
   * Sources of CSP `form-action`, for the form of the page and every redirect after it. Default: the page has no form.
   */
  readonly formTargets?: readonly string[];
  /** Complete `Set-Cookie` lines. */
  readonly cookies: readonly string[];
  /** Default: 200. */
  readonly status?: 400;
}

/** A redirect of a browser: made by `redirect` and `seeOther`. */
export interface RedirectOutcome {
  readonly kind: "redirect";
  /** Absolute and checked: see `withQuery` of http/redirect. */
  readonly location: string;
  /** Complete `Set-Cookie` lines. */
  readonly cookies: readonly string[];
  /** Default: 302. */
  readonly status?: 303;
}

/** Redirects a browser that follows a link when the call fails. */
export type ErrorRedirect = (ctx: Context, error: AuthError) => RedirectOutcome;

/** An answer of an endpoint other than the output with status 200: "accepted" is the output with 202. */
export type OtherAnswer = "accepted" | "page" | "redirect";

/** Answers 200 with `data` as JSON. */
export const ok = <const O>(data: O, cookies: readonly string[] = []): DataOutcome<O> => ({
  kind: "data",
  data,
  cookies,
});

/**
 * Answers 200 that more is asked before a session is opened. `also`: what the route has done nonetheless.
 */
export const askedOf = <const O extends object>(
  { asked, cookies }: { readonly asked: MoreAsked; readonly cookies: readonly string[] },
  also?: O,
): DataOutcome<O & MoreAsked> => ok({ ...also, ...asked } as O & MoreAsked, cookies);

/** Answers 202: the request was accepted, without any effect. */
export const accepted = <const O>(data: O): DataOutcome<O> => ({ kind: "data", data, cookies: [], status: 202 });

/** Answers 200 with an HTML page. Escape texts in the page first. */
export const page = (html: string, cookies: readonly string[] = []): PageOutcome => ({ kind: "page", html, cookies });

/** Answers 302, for a URL visited by a browser. */
export const redirect = (location: string, cookies: readonly string[] = []): RedirectOutcome => ({
  kind: "redirect",
  location,
  cookies,
});

/** Answers 303, for a form sent by a browser: the browser continues with GET. */
export const seeOther = (location: string, cookies: readonly string[] = []): RedirectOutcome => ({
  ...redirect(location, cookies),
  status: 303,
});
