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
}

export interface RedirectOutcome {
  readonly kind: "redirect";
  /** Absolute, and checked: see `withQuery` of http/redirect. */
  readonly location: string;
  /** Whole `Set-Cookie` lines. */
  readonly cookies: readonly string[];
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
export const page = (html: string): PageOutcome => ({ kind: "page", html });

/** Answers 302: for what a browser visits. */
export const redirect = (location: string, cookies: readonly string[] = []): RedirectOutcome => ({
  kind: "redirect",
  location,
  cookies,
});
