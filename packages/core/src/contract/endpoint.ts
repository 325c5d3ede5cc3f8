import { type Access, accessOf, type FreshAge, type SessionFor } from "./access.js";
import type { Call, RawCall } from "./call.js";
import type { ChallengedAction } from "./challenge.js";
import type { CommonErrorCode, ErrorCatalogue } from "./errors.js";
import { type Limit, type Limits, limitsIn } from "./limit.js";
import type { ErrorRedirect, OtherAnswer, Outcome } from "./outcome.js";
import type { Given, Parsed, ValidationSchema } from "./standard-schema.js";
import type { EndpointStepUp } from "./step-up.js";
import type { ChangesUserColumns, ColumnsTaken, TakesColumns, TakesSignUp, TakesUserColumns } from "./taken-columns.js";

/** Method and path in a single literal, so that a search for the URL finds the route. */
export type Route = `${"GET" | "POST"} /${string}`;

/** The path of a declaration, e.g. "/reset-password/:token". */
export const pathOf = (route: Route): string => route.slice(route.indexOf(" ") + 1);

/**
 * A route: a frozen declaration. The type arguments are resolved types, so that `.d.ts` files contain plain objects and
 * consumers need no inference.
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
  readonly access: Exclude<keyof SessionFor, "step-up">;
  readonly stepUp: EndpointStepUp | null;
  readonly requires: Requirements | null;
  readonly doc: string;
  readonly input: ValidationSchema;
  readonly output: ValidationSchema;
  readonly alsoAnswers: readonly OtherAnswer[] | null;
  readonly errors: readonly string[];
  readonly takesUserColumns: boolean | "change" | "sign-up";
  readonly takesColumns: TakesColumns | null;
  readonly redirects: readonly string[];
  readonly hasStoredRedirects: boolean;
  readonly limits: readonly Limit[];
  readonly hashes: boolean;
  readonly isServerOnly: boolean;
  readonly isMachine: boolean;
  readonly hasStandardErrors: boolean;
  readonly takesCrossSiteForm: boolean;
  readonly takesSignedBody: { readonly maxBytes: number } | null;
  readonly takesNavigation: boolean;
  readonly scriptsNameOrigin: boolean;
  readonly queryFields: readonly string[];
  readonly isPersonal: boolean;
  readonly allowsRecovery: boolean;
  readonly allowsRestricted: boolean;
  readonly challengedAction: ChallengedAction | null;
  readonly emailsGivenAddress: boolean;
  readonly errorRedirect: ErrorRedirect | null;
  readonly run: (call: RawCall, options: unknown) => Promise<Outcome<unknown>> | Outcome<unknown>;
}

/** What an endpoint requires beside its access, by the names of the plugins' hooks: see `requires`. */
export type Requirements = Readonly<Record<string, unknown>>;

/** An endpoint of any types. */
export type AnyEndpoint = Endpoint;

type UserInputs = { readonly change: ChangesUserColumns; readonly "sign-up": TakesSignUp };

/** The declaration of an endpoint: the argument of the function from `endpointsFor`. */
export interface Declaration<
  W extends Route,
  A extends Access,
  In extends ValidationSchema,
  Out extends ValidationSchema,
  E extends string,
  Options,
  Requires extends object = Requirements,
> {
  /** Method and path. */
  readonly route: W;
  /** False: the route has no call in `auth.api`, nor on the client; e.g. a page behind a link. Default true. */
  readonly hasCall?: boolean;
  /** Who may call the route. */
  readonly access: A;
  /** Checked by hooks "require.NAME" before the input is validated, e.g. `{ entitlement: "export" }`; throws without a hook. */
  readonly requires?: Requires;
  /** A sentence for the reference. */
  readonly doc: string;
  /** Path parameters and query for GET, path parameters and body for POST, as a single object. */
  readonly input: In;
  /** The output: documents the route. The type of the handler's answer is checked against this schema. */
  readonly output: Out;
  /** Answers beside 200, for the reference. Default: page and redirect with `takesNavigation`, redirect without output. */
  readonly alsoAnswers?: readonly OtherAnswer[];
  /** The error codes of the route, beside the common error codes. */
  readonly errors?: readonly E[];
  readonly takesColumns?: TakesColumns;
  /** Input fields with redirect URLs: checked before the handler runs, else 403. */
  readonly redirects?: readonly (keyof Parsed<In> & string)[];
  /**
   * Redirects to a URL of an earlier request: `caller.trustedOrigins` is the list for this request, also if the app's
   * list is a function. Default false.
   */
  readonly hasStoredRedirects?: boolean;
  /**
   * The rate limits per client address; of several all apply. If the server does not know the address, all such clients
   * share the first limit, and the others do not count. Default: 100 in 10 seconds for a POST, unlimited for a GET.
   */
  readonly limit?: Limits | null;
  /**
   * A call may hash a password: the limit also counts the calls of the client's whole network. If false, a hash throws.
   * Default false.
   */
  readonly hashes?: boolean;
  /** A server-side call only: over HTTP the route does not exist. Default false. */
  readonly isServerOnly?: boolean;
  /**
   * For programs that follow a standard of OAuth (RFC 6749): no cookie is read or set, no origin is asked, a body may
   * be a form, and an error is `{ error, error_description }` in English. Needs access "public". Default false.
   */
  readonly isMachine?: boolean;
  /** An error also has the fields `error` and `error_description` of RFC 6749, section 5.2. Default: as `isMachine`. */
  readonly hasStandardErrors?: boolean;
  /**
   * Takes a cross-site form post: the origin is not checked, and a browser sends no cookie with the form. So the route
   * may only redirect. Default false: JSON from a trusted origin.
   */
  readonly takesCrossSiteForm?: boolean;
  /**
   * Takes a signed body, e.g. a webhook, unchanged: `call.signed` has the body, and `input` is empty. No origin is
   * checked and no cookie is read, so `handle` first checks the headers, reads the body and checks the signature.
   */
  readonly takesSignedBody?: { readonly maxBytes: number };
  /**
   * Answers browsers that navigate here, too: `call.navigation` tells them from scripts. A POST also takes a form of
   * this library's own pages, with the origin check and with credentials. Default false.
   */
  readonly takesNavigation?: boolean;
  /**
   * With `takesNavigation`: a GET is of a script only if the browser names the page (`Origin`, or `Sec-Fetch-Site:
   * same-origin`), or in token mode. For a URL whose secret works once: a link scanner may ask for JSON. Default false.
   */
  readonly scriptsNameOrigin?: boolean;
  /** Fields of a POST's input that may come in the query instead of the body. Default: an empty list. */
  readonly queryFields?: readonly (keyof Parsed<In> & string)[];
  /** Only for the user: an administrator who impersonates the user gets 403. "fresh" is personal anyway. Default false. */
  readonly isPersonal?: boolean;
  /** Also for a session after a recovery: see `AuthMethod`. Default false. */
  readonly allowsRecovery?: boolean;
  /** Also for a session that must give a second factor first: see "session.restricted". Default: as `allowsRecovery`. */
  readonly allowsRestricted?: boolean;
  /** Calls the app's `challenge` first, for routes that attract bots. Default: no challenge. */
  readonly challengedAction?: ChallengedAction;
  /** Sends an email to an address given by the caller, possibly of another person: counted per sender and day. Default false. */
  readonly emailsGivenAddress?: boolean;
  /**
   * Redirects a browser if the call fails; a POST with `takesNavigation` only after a form. Default: the error as JSON. A
   * GET with `takesNavigation` redirects browsers that ask for a page to the error page.
   */
  readonly errorRedirect?: ErrorRedirect;
  handle(call: Call<Parsed<In>, A, E>, options: Options): Promise<Outcome<Parsed<Out>>> | Outcome<Parsed<Out>>;
}

/** Declares an endpoint: the result of `endpointsFor`. The overloads differ in the columns taken by the input. */
export interface Declare<Options, Codes extends string, Requires extends object = Requirements> {
  <
    const W extends Route,
    A extends Access,
    In extends ValidationSchema<any, any>,
    Out extends ValidationSchema<any, any>,
    const E extends Codes = never,
  >(
    declaration: Declaration<W, A, In, Out, E, Options, Requires> & { readonly takesUserColumns: true },
  ): Endpoint<W, Given<In>, Parsed<Out>, E, TakesUserColumns>;
  <
    const W extends Route,
    A extends Access,
    In extends ValidationSchema<any, any>,
    Out extends ValidationSchema<any, any>,
    Takes extends keyof UserInputs,
    const E extends Codes = never,
  >(
    declaration: Declaration<W, A, In, Out, E, Options, Requires> & { readonly takesUserColumns: Takes },
  ): Endpoint<W, Given<In>, Parsed<Out>, E, UserInputs[Takes]>;
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
    declaration: Declaration<W, A, In, Out, E, Options, Requires> & {
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
    declaration: Declaration<W, A, In, Out, E, Options, Requires>,
  ): Endpoint<W, Given<In>, Parsed<Out>, E, "nothing else">;
}

const defaultLimit = (route: Route): Limits | null =>
  route.startsWith("POST ") ? { windowSeconds: 10, max: 100 } : null;

/** The defaults of all endpoints of a plugin. */
export interface EndpointDefaults<Options> {
  readonly freshAgeSeconds?: FreshAge<Options>;
}

/**
 * Binds the error catalogue and the type of the plugin's options once; a route file then needs one import.
 *
 * `Requires`: the requirements of other plugins that the routes name, e.g. `BillingRequirements<typeof entitlements>`.
 *
 * @example const endpoint = endpointsFor<Options, typeof errors>(errors, { freshAgeSeconds: (options) => options.age });
 */
export function endpointsFor<Options, C extends ErrorCatalogue, Requires extends object = Requirements>(
  catalogue: C,
  { freshAgeSeconds = () => null }: EndpointDefaults<Options> = {},
): Declare<Options, keyof C & string, Requires> {
  const declare = (
    declaration: Declaration<Route, Access, ValidationSchema<any, any>, ValidationSchema<any, any>, string, Options> & {
      takesUserColumns?: true | "change" | "sign-up";
    },
  ): unknown => {
    const unknownCode = declaration.errors?.find((code) => !Object.hasOwn(catalogue, code));
    if (unknownCode !== undefined)
      throw new Error(`${declaration.route} lists the error "${unknownCode}", which is not in its catalogue.`);
    const { access, stepUp } = accessOf(declaration.access, freshAgeSeconds as FreshAge<unknown>);
    return Object.freeze({
      route: declaration.route,
      access,
      stepUp,
      requires: declaration.requires ?? null,
      doc: declaration.doc,
      input: declaration.input,
      output: declaration.output,
      alsoAnswers: declaration.alsoAnswers ?? null,
      errors: declaration.errors ?? [],
      takesUserColumns: declaration.takesUserColumns ?? false,
      takesColumns: declaration.takesColumns ?? null,
      redirects: declaration.redirects ?? [],
      hasStoredRedirects: declaration.hasStoredRedirects ?? false,
      limits: limitsIn(declaration.limit === undefined ? defaultLimit(declaration.route) : declaration.limit),
      hashes: declaration.hashes ?? false,
      isServerOnly: declaration.isServerOnly ?? false,
      isMachine: declaration.isMachine ?? false,
      hasStandardErrors: declaration.hasStandardErrors ?? declaration.isMachine ?? false,
      takesCrossSiteForm: declaration.takesCrossSiteForm ?? false,
      takesSignedBody: declaration.takesSignedBody ?? null,
      takesNavigation: declaration.takesNavigation ?? false,
      scriptsNameOrigin: declaration.scriptsNameOrigin ?? false,
      queryFields: declaration.queryFields ?? [],
      isPersonal: declaration.isPersonal ?? access === "fresh",
      allowsRecovery: declaration.allowsRecovery ?? false,
      allowsRestricted: declaration.allowsRestricted ?? declaration.allowsRecovery ?? false,
      challengedAction: declaration.challengedAction ?? null,
      emailsGivenAddress: declaration.emailsGivenAddress ?? false,
      errorRedirect: declaration.errorRedirect ?? null,
      run: (call: RawCall, options: unknown) =>
        declaration.handle(call as RawCall as Call<any, any, string>, options as Options),
    });
  };
  return declare as Declare<Options, keyof C & string, Requires>;
}
