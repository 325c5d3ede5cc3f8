const brand = Symbol.for("keyhold.error");

export interface ErrorEntry {
  /** HTTP status. */
  readonly status: number;
  /** One English sentence without user data. */
  readonly message: string;
}

/** Every error of a package by its code. */
export type ErrorCatalogue = Readonly<Record<string, ErrorEntry>>;

/** One field that was refused, and why. Never holds the refused value. */
export interface Issue {
  /** Dotted path into the input, e.g. "email"; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

export interface AuthErrorOptions {
  readonly issues?: readonly Issue[];
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log, never for the answer. */
  readonly cause?: unknown;
}

/** An expected refusal: becomes `{ code, message }` with its status over HTTP, and is thrown by server calls. */
export class AuthError extends Error {
  readonly [brand] = true;
  override readonly name = "AuthError";
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: string,
    { status, message }: ErrorEntry,
    { issues = [], headers = {}, cause }: AuthErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.issues = issues;
    this.headers = headers;
  }
}

/** Recognises an error by its brand, so that two copies of this package agree. */
export const isAuthError = (value: unknown): value is AuthError =>
  typeof value === "object" && value !== null && brand in value;

/** What any route may answer, before its own errors. */
export const commonErrors = {
  BAD_REQUEST: { status: 400, message: "Bad request" },
  VALIDATION_ERROR: { status: 400, message: "Invalid body parameters" },
  INVALID_JSON: { status: 400, message: "Invalid JSON in request body" },
  UNAUTHORIZED: { status: 401, message: "Unauthorized" },
  SESSION_IS_NOT_FRESH: { status: 403, message: "Session is not fresh" },
  INVALID_ORIGIN: { status: 403, message: "Invalid origin" },
  MISSING_OR_NULL_ORIGIN: { status: 403, message: "Missing or null Origin" },
  NOT_FOUND: { status: 404, message: "Not found" },
  METHOD_NOT_ALLOWED: { status: 405, message: "Method not allowed" },
  PAYLOAD_TOO_LARGE: { status: 413, message: "Payload too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Unsupported media type: send application/json" },
  INTERNAL_SERVER_ERROR: { status: 500, message: "Internal Server Error" },
  SERVICE_UNAVAILABLE: { status: 503, message: "Service unavailable, try again later" },
} as const satisfies ErrorCatalogue;

export type CommonErrorCode = keyof typeof commonErrors;

/** The error of a code that any route may answer. */
export const commonError = (code: CommonErrorCode, options?: AuthErrorOptions): AuthError =>
  new AuthError(code, commonErrors[code], options);

/** The errors of the routes of this package. */
export const coreErrors = {
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  INVALID_EMAIL_OR_PASSWORD: { status: 401, message: "Invalid email or password" },
  PASSWORD_TOO_SHORT: { status: 400, message: "Password too short" },
  PASSWORD_TOO_LONG: { status: 400, message: "Password too long" },
  USER_ALREADY_EXISTS: { status: 422, message: "User already exists" },
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: { status: 400, message: "Email and password is not enabled" },
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: { status: 400, message: "Email and password sign up is not enabled" },
  INVALID_CALLBACKURL: { status: 403, message: "Invalid callbackURL" },
} as const satisfies ErrorCatalogue;

export type CoreErrorCode = keyof typeof coreErrors;
