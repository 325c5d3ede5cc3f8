/** What a handler answers: data or a page, never a half-built response. */
export type Outcome<O> = DataOutcome<O> | PageOutcome | RedirectOutcome;

export interface DataOutcome<O> {
  readonly kind: "data";
  readonly data: O;
  /** Whole `Set-Cookie` lines. */
  readonly cookies: readonly string[];
  /** Default: 200. */
  readonly status?: 202;
}

export interface PageOutcome {
  readonly kind: "page";
  readonly html: string;
  /** Sources of CSP's `form-action`, for the page's form and every redirect after it. Default: the page has no form. */
  readonly formTargets?: readonly string[];
  /** Whole `Set-Cookie` lines. */
  readonly cookies: readonly string[];
}

export interface RedirectOutcome {
  readonly kind: "redirect";
  /** Absolute, and checked: see `withQuery` of http/redirect. */
  readonly location: string;
  /** Whole `Set-Cookie` lines. */
  readonly cookies: readonly string[];
  /** Default: 302. */
  readonly status?: 303;
}

/** Answers 200 with `data` as JSON. */
export const ok = <const O>(data: O, cookies: readonly string[] = []): DataOutcome<O> => ({
  kind: "data",
  data,
  cookies,
});

/** Answers 202: it was taken, and nothing was done about it. */
export const accepted = <const O>(data: O): DataOutcome<O> => ({ kind: "data", data, cookies: [], status: 202 });

/** Answers 200 with a page of HTML, whose text must be escaped already. */
export const page = (html: string, cookies: readonly string[] = []): PageOutcome => ({ kind: "page", html, cookies });

/** Answers 302: for what a browser visits. */
export const redirect = (location: string, cookies: readonly string[] = []): RedirectOutcome => ({
  kind: "redirect",
  location,
  cookies,
});

/** Answers 303: for a browser that sent a form, which goes on by GET. */
export const seeOther = (location: string, cookies: readonly string[] = []): RedirectOutcome => ({
  ...redirect(location, cookies),
  status: 303,
});
