import type { Navigation } from "../http/navigation.js";
import { type Limit, type Limits, limitsIn } from "../limit/limit.js";
import type { Model } from "../model/model.js";
import type { ChallengedAction } from "./challenge.js";
import type { Caller, Context, Session } from "./context.js";
import { AuthError, type AuthErrorOptions, type CommonErrorCode, type ErrorCatalogue } from "./errors.js";
import type { Outcome, RedirectOutcome } from "./outcome.js";
import type { Given, Parsed, ValidationSchema } from "./standard-schema.js";

/** Method and path in one literal, so that a search for the URL finds it. */
export type Route = `${"GET" | "POST"} /${string}`;

/** The path of a declaration, e.g. "/reset-password/:token". */
export const pathOf = (route: Route): string => route.slice(route.indexOf(" ") + 1);

/** Who may call decides what `session` is. A lookup, not a conditional type. */
export interface SessionFor {
  /** Anyone; no session is read. */
  readonly public: null;
  /** Anyone; the session may come from a copy that is a little old. For a GET that only shows it: `disableCookieCache` and `disableRefresh` in its query are heard. */
  readonly cached: Session | null;
  /** Anyone; the session is read when there is one. */
  readonly optional: Session | null;
  /** Only with a session, else 401. */
  readonly session: Session;
  /** Only with a session in which the user signed in, or gave the password again, a short time ago, else 403. */
  readonly fresh: Session;
}
export type Access = keyof SessionFor;

export interface Call<I, A extends Access, E extends string> {
  readonly input: I;
  readonly session: SessionFor[A];
  readonly ctx: Context;
  readonly caller: Caller;
  /** The plugins' columns of the user that came with the input, checked; only for endpoints with `takesUserColumns`. */
  readonly userColumns: Readonly<Record<string, unknown>>;
  /** Fields of sign-up that plugins declare, checked; only for an endpoint with `takesUserColumns: "sign-up"`. */
  readonly signUpFields: Readonly<Record<string, unknown>>;
  /** The columns that plugins added to another model, as they came with the input, checked; only for endpoints with `takesColumns`. */
  readonly columns: Readonly<Record<string, unknown>>;
  /** What a sender signed, as it came; null unless the endpoint has `takesSignedBody`. */
  readonly signed: SignedDelivery | null;
  /** Set if a browser navigates here and gets a page or a redirect; null unless the endpoint has `takesNavigation`. */
  readonly navigation: Navigation | null;
  /** Only codes that the declaration lists compile, so neither docs nor client can lie. */
  readonly fail: (code: E, options?: AuthErrorOptions) => never;
}

/** A request with a body that a machine has signed. What the headers alone rule out costs no reading of the body. */
export interface SignedDelivery {
  readonly headers: Headers;
  /** Every byte as it came, once. Throws 413 for more than `maxBytes`, 400 for a body that broke off. */
  readBody(): Promise<Uint8Array>;
}

/** What runs: a call before its codes are bound. */
export type RawCall = Omit<Call<any, Access, string>, "fail">;

/**
 * One route: a frozen declaration. Its type arguments are resolved shapes, so that `.d.ts` files hold
 * plain objects and consumers infer nothing.
 */
export interface Endpoint<
  W extends Route = Route,
  I = unknown,
  O = unknown,
  E extends string = string,
  Takes = unknown,
> {
  /** For the type checker only. */
  readonly $: { readonly input: I; readonly output: O; readonly error: E | CommonErrorCode; readonly takes: Takes };
  readonly route: W;
  readonly access: Access;
  readonly freshAgeSeconds: FreshAge<unknown>;
  readonly doc: string;
  readonly input: ValidationSchema;
  readonly output: ValidationSchema;
  readonly errors: readonly string[];
  readonly takesUserColumns: boolean | "change" | "sign-up";
  readonly takesColumns: TakesColumns | null;
  readonly redirects: readonly string[];
  readonly limits: readonly Limit[];
  readonly hashes: boolean;
  readonly isServerOnly: boolean;
  readonly takesCrossSiteForm: boolean;
  readonly takesSignedBody: { readonly maxBytes: number } | null;
  readonly takesNavigation: boolean;
  readonly queryFields: readonly string[];
  readonly isPersonal: boolean;
  readonly challengedAction: ChallengedAction | null;
  readonly emailsGivenAddress: boolean;
  readonly refusal: Refusal | null;
  readonly run: (call: RawCall, options: unknown) => Promise<Outcome<unknown>> | Outcome<unknown>;
}

/** Of which model an endpoint takes the columns that plugins added to it, for a row to be made or changed. */
export interface TakesColumns<
  Of extends string = string,
  Under extends string = string,
  CanClear extends boolean = boolean,
> {
  readonly of: { readonly name: Of } & Model;
  /** The field of the input that holds them, e.g. "data". Default: the input itself. */
  readonly under?: Under;
  /** Null clears an optional one, because there may have been a value. */
  readonly canClear: CanClear;
}

/** Marks an endpoint whose input also takes the columns that plugins add to a model: under that field, or in itself where it is "". */
export interface ColumnsTaken<
  Of extends string = string,
  Under extends string = string,
  CanClear extends boolean = boolean,
> {
  readonly of: Of;
  readonly under: Under;
  readonly canClear: CanClear;
}

/** Where a browser that follows a link goes when it is refused. */
export type Refusal = (ctx: Context, error: AuthError) => RedirectOutcome;

export type AnyEndpoint = Endpoint;

/** Takes posts of other sites and machines: they come without credentials, and their origin is not checked. */
export const isCrossSite = ({ takesCrossSiteForm, takesSignedBody }: AnyEndpoint): boolean =>
  takesCrossSiteForm || takesSignedBody !== null;

/** Marks an endpoint whose input also takes the columns that plugins add to the user. */
export type TakesUserColumns = ColumnsTaken<"user", "", false>;
/** The same for a user who has them already: each may be left out, and null clears an optional one. */
export type ChangesUserColumns = ColumnsTaken<"user", "", true>;
/** Marks the endpoint of sign-up: it takes the columns of the user, and the fields of sign-up that are no columns. */
export type TakesSignUp = ColumnsTaken<"sign-up", "", false>;

export interface Declaration<
  W extends Route,
  A extends Access,
  In extends ValidationSchema,
  Out extends ValidationSchema,
  E extends string,
  Options,
> {
  /** Method and path. */
  readonly route: W;
  /** Who may call. */
  readonly access: A;
  /** One sentence for the reference. */
  readonly doc: string;
  /** Path parameters and query for GET, path parameters and body for POST, as one object. */
  readonly input: In;
  /** What comes out. Describes; the handler's type is checked against it. */
  readonly output: Out;
  /** What can go wrong, beyond what any route may answer. */
  readonly errors?: readonly E[];
  readonly takesColumns?: TakesColumns;
  /** Fields of the input that name where a browser goes next: checked before the handler sees them, else 403. */
  readonly redirects?: readonly (keyof Parsed<In> & string)[];
  /**
   * How often one client address may call; of several limits all hold. Where the server does not know the address, all
   * such clients share the first limit, and the others do not count. Default: 100 in 10 seconds for a POST, none for a GET.
   */
  readonly limit?: Limits | null;
  /** A call may hash a password: the limit also counts the calls of the client's whole network. Without it, a hash throws. Default false. */
  readonly hashes?: boolean;
  /** A call of the server only: over HTTP it is not there. Default false. */
  readonly isServerOnly?: boolean;
  /**
   * Takes a form that another site posts: its origin is not asked, and a browser sends it no cookie of ours. So it may do
   * nothing but redirect. Default false: JSON, of a trusted origin.
   */
  readonly takesCrossSiteForm?: boolean;
  /**
   * Takes what another machine sends and signs, e.g. a webhook, as it came: `call.signed` has it, and `input` is empty.
   * No origin is checked and no cookie is read, so `handle` checks the headers, reads the body and checks the signature
   * before all else.
   */
  readonly takesSignedBody?: { readonly maxBytes: number };
  /**
   * Answers browsers that navigate here, too: `call.navigation` tells them from scripts. A POST takes a form of our own
   * pages besides JSON, with the origin check and with credentials. Default false.
   */
  readonly takesNavigation?: boolean;
  /** Fields of a POST's input that may come in the query instead of the body. Default: none. */
  readonly queryFields?: readonly (keyof Parsed<In> & string)[];
  /** Only for the person themselves: whoever acts in their place is refused with 403. "fresh" is personal anyway. Default false. */
  readonly isPersonal?: boolean;
  /** Asks the app's `challenge` first, for what bots call. Default: no challenge. */
  readonly challengedAction?: ChallengedAction;
  /**
   * Sends an email to an address that the caller gives, which may be another person's: counted per sender and day. Default
   * false.
   */
  readonly emailsGivenAddress?: boolean;
  /**
   * Where a browser goes if the call fails. With `takesNavigation` that is a browser with a form; a script gets JSON.
   * Default: the error as JSON.
   */
  readonly refusal?: Refusal;
  handle(call: Call<Parsed<In>, A, E>, options: Options): Promise<Outcome<Parsed<Out>>> | Outcome<Parsed<Out>>;
}

export interface Declare<Options, Codes extends string> {
  <
    const W extends Route,
    A extends Access,
    In extends ValidationSchema<any, any>,
    Out extends ValidationSchema<any, any>,
    const E extends Codes = never,
  >(
    declaration: Declaration<W, A, In, Out, E, Options> & { readonly takesUserColumns: true },
  ): Endpoint<W, Given<In>, Parsed<Out>, E, TakesUserColumns>;
  <
    const W extends Route,
    A extends Access,
    In extends ValidationSchema<any, any>,
    Out extends ValidationSchema<any, any>,
    const E extends Codes = never,
  >(
    declaration: Declaration<W, A, In, Out, E, Options> & { readonly takesUserColumns: "change" },
  ): Endpoint<W, Given<In>, Parsed<Out>, E, ChangesUserColumns>;
  <
    const W extends Route,
    A extends Access,
    In extends ValidationSchema<any, any>,
    Out extends ValidationSchema<any, any>,
    const E extends Codes = never,
  >(
    declaration: Declaration<W, A, In, Out, E, Options> & { readonly takesUserColumns: "sign-up" },
  ): Endpoint<W, Given<In>, Parsed<Out>, E, TakesSignUp>;
  <
    const W extends Route,
    A extends Access,
    In extends ValidationSchema<any, any>,
    Out extends ValidationSchema<any, any>,
    Of extends string,
    CanClear extends boolean,
    const E extends Codes = never,
    const Under extends string = "",
  >(
    declaration: Declaration<W, A, In, Out, E, Options> & {
      readonly takesColumns: TakesColumns<Of, Under, CanClear>;
    },
  ): Endpoint<W, Given<In>, Parsed<Out>, E, ColumnsTaken<Of, Under, CanClear>>;
  <
    const W extends Route,
    A extends Access,
    In extends ValidationSchema<any, any>,
    Out extends ValidationSchema<any, any>,
    const E extends Codes = never,
  >(
    declaration: Declaration<W, A, In, Out, E, Options>,
  ): Endpoint<W, Given<In>, Parsed<Out>, E, "nothing else">;
}

const defaultLimit = (route: Route): Limits | null =>
  route.startsWith("POST ") ? { windowSeconds: 10, max: 100 } : null;

/** How many seconds old a sign-in may be for access "fresh", by the options of the plugin; null: as `session.freshAgeSeconds` says; 0: any age. */
export type FreshAge<Options> = (options: Options) => number | null;

/** What all endpoints of a plugin have in common. */
export interface EndpointDefaults<Options> {
  readonly freshAgeSeconds?: FreshAge<Options>;
}

/**
 * Binds the error catalogue and the type of the plugin's options once; a route file then needs one import.
 *
 * @example const endpoint = endpointsFor<Options, typeof errors>(errors, { freshAgeSeconds: (options) => options.age });
 */
export function endpointsFor<Options, C extends ErrorCatalogue>(
  catalogue: C,
  { freshAgeSeconds = () => null }: EndpointDefaults<Options> = {},
): Declare<Options, keyof C & string> {
  const fail = (code: string, options?: AuthErrorOptions): never => {
    const entry = catalogue[code];
    if (!entry) throw new Error(`The error "${code}" is not in the catalogue.`);
    throw new AuthError(code, entry, options);
  };
  const declare = (
    declaration: Declaration<Route, Access, ValidationSchema<any, any>, ValidationSchema<any, any>, string, Options> & {
      takesUserColumns?: true | "change" | "sign-up";
    },
  ): unknown =>
    Object.freeze({
      route: declaration.route,
      access: declaration.access,
      freshAgeSeconds: (options: unknown) => freshAgeSeconds(options as Options),
      doc: declaration.doc,
      input: declaration.input,
      output: declaration.output,
      errors: declaration.errors ?? [],
      takesUserColumns: declaration.takesUserColumns ?? false,
      takesColumns: declaration.takesColumns ?? null,
      redirects: declaration.redirects ?? [],
      limits: limitsIn(declaration.limit === undefined ? defaultLimit(declaration.route) : declaration.limit),
      hashes: declaration.hashes ?? false,
      isServerOnly: declaration.isServerOnly ?? false,
      takesCrossSiteForm: declaration.takesCrossSiteForm ?? false,
      takesSignedBody: declaration.takesSignedBody ?? null,
      takesNavigation: declaration.takesNavigation ?? false,
      queryFields: declaration.queryFields ?? [],
      isPersonal: declaration.isPersonal ?? declaration.access === "fresh",
      challengedAction: declaration.challengedAction ?? null,
      emailsGivenAddress: declaration.emailsGivenAddress ?? false,
      refusal: declaration.refusal ?? null,
      run: (call: RawCall, options: unknown) =>
        declaration.handle({ ...call, fail } as Call<any, any, string>, options as Options),
    });
  return declare as Declare<Options, keyof C & string>;
}
