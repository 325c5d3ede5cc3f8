import type { StepUpNeed } from "./step-up.js";

const brand = Symbol.for("keyhold.error");

/**
 * An error of a catalogue, as a value with its code. `ctx.fail` throws the error, a hook answers with the error. Made
 * by `defineErrors`.
 */
export interface ErrorEntry<Code extends string = string> {
  readonly code: Code;
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** An English sentence without user data. */
  readonly message: string;
  /** What an administrator changes if the config has caused the error: for the log, never for the response. */
  readonly remedy?: string;
  /** `?error=` of the page to which a browser is redirected. Default: the code in lower case. */
  readonly callbackCode?: string;
}

/** What `defineErrors` takes of an error: the key is the code. */
export type ErrorFacts = Omit<ErrorEntry, "code">;

/** Every error of a package by code. */
export type ErrorCatalogue = Readonly<Record<string, ErrorEntry>>;

/** A catalogue of these codes. */
export type Errors<Code extends string> = { readonly [C in Code]: ErrorEntry<C> };

/**
 * Makes an error catalogue: each entry has a code and is frozen. A catalogue may contain entries of another catalogue,
 * too.
 *
 * @example const errors = defineErrors({ TERMS_ARE_OUTDATED: { status: 409, message: "terms are outdated" } });
 */
export function defineErrors<Code extends string>(facts: Readonly<Record<Code, ErrorFacts>>): Errors<Code> {
  const entries = Object.entries<ErrorFacts>(facts).map(([code, entry]) => [code, Object.freeze({ ...entry, code })]);
  return Object.freeze(Object.fromEntries(entries)) as Errors<Code>;
}

/** Whether a value is an entry of a catalogue. */
export const isErrorEntry = (value: unknown): value is ErrorEntry =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as ErrorEntry).code === "string" &&
  typeof (value as ErrorEntry).status === "number" &&
  typeof (value as ErrorEntry).message === "string";

/** A rejected field, and why. Never holds the rejected value. */
export interface Issue {
  /** Dotted path into the input, e.g. "email"; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** The options of an `AuthError`: details for the response, and the cause for the log. */
export interface AuthErrorOptions {
  readonly issues?: readonly Issue[];
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log, never for the response. */
  readonly cause?: unknown;
  /** Replaces the catalogue's status at this route. */
  readonly status?: number;
  /** Replaces the catalogue's message. */
  readonly message?: string;
  /** What the user must prove first, for the response. */
  readonly stepUp?: StepUpNeed;
  /** What the client tells a password manager, for the response: "unknown-credential". */
  readonly signal?: string;
}

/** An expected failure: `{ code, message }` with the status over HTTP, and thrown by server-side calls. */
export class AuthError extends Error {
  readonly [brand] = true;
  override readonly name = "AuthError";
  readonly code: string;
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;
  /** What the user must prove before the call; null for other errors. */
  readonly stepUp: StepUpNeed | null;
  /** What the client tells a password manager; null for other errors. */
  readonly signal: string | null;
  /** The error code in a redirect: see `ErrorEntry`. */
  readonly callbackCode: string;

  constructor(
    entry: ErrorEntry,
    {
      issues = [],
      headers = {},
      cause,
      status = entry.status,
      message = entry.message,
      ...rest
    }: AuthErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = entry.code;
    this.status = status;
    this.issues = issues;
    this.headers = headers;
    this.stepUp = rest.stepUp ?? null;
    this.signal = rest.signal ?? null;
    this.callbackCode = entry.callbackCode ?? entry.code.toLowerCase();
  }
}

/** Recognizes an error by its brand, so that two copies of this package agree. */
export const isAuthError = (value: unknown): value is AuthError => brand in Object(value);

/** The errors that every route may answer, beside its own errors. */
export const commonErrors = defineErrors({
  BAD_REQUEST: { status: 400, message: "Bad request" },
  VALIDATION_ERROR: { status: 400, message: "Invalid body parameters" },
  INVALID_JSON: { status: 400, message: "Invalid JSON in request body" },
  UNKNOWN_CLIENT: { status: 400, message: "Unknown client: name an app of session.bearer.clients in X-Client-Id" },
  UNAUTHORIZED: { status: 401, message: "Unauthorized" },
  SESSION_IS_NOT_FRESH: { status: 403, message: "Session is not fresh" },
  STEP_UP_REQUIRED: { status: 403, message: "Prove your second factor first" },
  NOT_ALLOWED_WHILE_IMPERSONATING: {
    status: 403,
    message: "Only the user may do this, not an administrator in the user's place",
  },
  INVALID_ORIGIN: { status: 403, message: "Invalid origin" },
  MISSING_OR_NULL_ORIGIN: { status: 403, message: "Missing or null Origin" },
  CHALLENGE_FAILED: {
    status: 403,
    message: "The challenge was not passed: send its response in the header X-Captcha-Response",
  },
  NOT_FOUND: { status: 404, message: "Not found" },
  METHOD_NOT_ALLOWED: { status: 405, message: "Method not allowed" },
  PAYLOAD_TOO_LARGE: { status: 413, message: "Payload too large" },
  INVALID_CALLBACKURL: { status: 403, message: "Invalid callbackURL" },
  INVALID_REDIRECTURL: { status: 403, message: "Invalid redirectURL" },
  INVALID_ERRORCALLBACKURL: { status: 403, message: "Invalid errorCallbackURL" },
  INVALID_NEWUSERCALLBACKURL: { status: 403, message: "Invalid newUserCallbackURL" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Unsupported media type: send application/json" },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many requests. Please try again later." },
  FAILED_TO_GET_SESSION: { status: 500, message: "Failed to get session" },
  BODY_READ_BEFORE: {
    status: 500,
    message: "The server has read the body before the auth: mount the auth first, or pass the body to it",
  },
  INTERNAL_SERVER_ERROR: { status: 500, message: "Internal Server Error" },
  SERVICE_UNAVAILABLE: { status: 503, message: "Service unavailable, try again later" },
});

/** The codes of `commonErrors`: any route may answer with them. */
export type CommonErrorCode = keyof typeof commonErrors;

/**
 * Throws an error of a catalogue; an open transaction is then rolled back. Takes the codes `Code` and the common
 * errors.
 */
export type Fail<Code extends string> = (
  error: ErrorEntry<Code | CommonErrorCode>,
  options?: AuthErrorOptions,
) => never;

/** An error that any route may answer. */
export interface CommonError extends ErrorEntry<CommonErrorCode> {}

/** The error of a code that any route may answer. */
export const commonError = (code: CommonErrorCode, options?: AuthErrorOptions): AuthError =>
  new AuthError(commonErrors[code], options);

const needsMail = "The config needs `mail`";

/** The errors of the routes of this package. */
export const coreErrors = defineErrors({
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  INVALID_EMAIL_OR_PASSWORD: { status: 401, message: "Invalid email or password" },
  INVALID_PASSWORD: { status: 400, message: "Invalid password" },
  PASSWORD_TOO_SHORT: { status: 400, message: "Password too short" },
  PASSWORD_TOO_LONG: { status: 400, message: "Password too long" },
  PASSWORD_TOO_COMMON: { status: 400, message: "Password is one that many people use, or your own name" },
  PASSWORD_COMPROMISED: { status: 400, message: "Password is known from a data breach" },
  USER_ALREADY_EXISTS: { status: 422, message: "User already exists" },
  USER_NOT_FOUND: { status: 400, message: "User not found" },
  USER_ALREADY_HAS_A_PASSWORD: { status: 400, message: "user already has a password" },
  CREDENTIAL_ACCOUNT_NOT_FOUND: { status: 400, message: "Credential account not found" },
  ACCOUNT_NOT_FOUND: { status: 400, message: "Account not found" },
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: { status: 400, message: "You can't unlink your last account" },
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: { status: 400, message: "Email and password is not enabled" },
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: { status: 400, message: "Email and password sign up is not enabled" },
  EMAIL_NOT_VERIFIED: { status: 403, message: "Email not verified" },
  EMAIL_IS_THE_SAME: { status: 400, message: "Email is the same" },
  EMAIL_MISMATCH: { status: 400, message: "Email mismatch" },
  EMAIL_CAN_NOT_BE_UPDATED: { status: 400, message: "Email can not be updated" },
  COULDNT_UPDATE_YOUR_EMAIL: { status: 400, message: "Couldn't update your email" },
  CHANGE_EMAIL_IS_DISABLED: { status: 400, message: "Change email is disabled" },
  VERIFICATION_EMAIL_ISNT_ENABLED: {
    status: 400,
    message: "Verification email isn't enabled",
    remedy: `${needsMail}.`,
  },
  RESET_PASSWORD_ISNT_ENABLED: {
    status: 400,
    message: "Reset password isn't enabled",
    remedy: `${needsMail}, and \`emailAndPassword.enabled\`.`,
  },
  INVALID_TOKEN: { status: 400, message: "invalid token" },
  TOKEN_EXPIRED: { status: 401, message: "token_expired" },
  FAILED_TO_GET_USER_INFO: { status: 404, message: "Failed to get user info" },
  FAILED_TO_CREATE_SESSION: { status: 500, message: "Failed to create session" },
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION: {
    status: 400,
    message: "Session expired. Re-authenticate to perform this action.",
  },
});

/** The codes of `coreErrors`. */
export type CoreErrorCode = keyof typeof coreErrors;
