import type { Navigation } from "../http/navigation.js";
import type { Access, SessionOf } from "./access.js";
import type { Caller, Context } from "./context.js";

/** A call of an endpoint, the first argument of `handle`: the checked input, the session and the context. */
export interface Call<I, A extends Access, E extends string> {
  readonly input: I;
  readonly session: SessionOf<A>;
  /** `ctx.fail` takes the errors that the declaration lists, and the common errors. */
  readonly ctx: Context<E>;
  readonly caller: Caller;
  /** The plugins' columns of the user in the input, checked; only for endpoints with `takesUserColumns`. */
  readonly userColumns: Readonly<Record<string, unknown>>;
  /** Fields of sign-up that plugins declare, checked; only for an endpoint with `takesUserColumns: "sign-up"`. */
  readonly signUpFields: Readonly<Record<string, unknown>>;
  /** The columns that plugins added to another model, as they came with the input, checked; only for endpoints with `takesColumns`. */
  readonly columns: Readonly<Record<string, unknown>>;
  /** The signed body, unchanged; null unless the endpoint has `takesSignedBody`. */
  readonly signed: SignedDelivery | null;
  /** Set if a browser navigates here and gets a page or a redirect; null unless the endpoint has `takesNavigation`. */
  readonly navigation: Navigation | null;
  /** The browser's session had ended, and `session` is another session of the browser. Only with access "cached". */
  readonly isSwitched: boolean;
}

/** A request with a signed body. If the headers alone are invalid, the body need not be read. */
export interface SignedDelivery {
  readonly headers: Headers;
  /** Every received byte, unchanged, once. Throws 413 for more than `maxBytes`, 400 for a body that broke off. */
  readBody(): Promise<Uint8Array>;
}

/** A call before the error codes are bound. */
export type RawCall = Call<any, Access, never>;
