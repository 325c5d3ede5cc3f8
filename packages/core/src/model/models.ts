import { maxPictureLength } from "../contract/picture.js";
import { randomText } from "../secret/random.js";
import { bool, counter, date, id, integer, text } from "./column.js";
import { defineChild, defineModel, defineOneTime, type Row } from "./model.js";

/** A user. `email` is unique; plugins add columns. */
export const userModel = defineModel("user", {
  id: id(),
  name: text(),
  email: text().unique(),
  emailVerified: bool().initially(() => false),
  image: text().optional().atMost(maxPictureLength).informative("null"),
  createdAt: date(),
  updatedAt: date(),
});

/** An IPv6 address that contains an IPv4 address. */
const maxAddressLength = 45;
/** The characters that are kept of the header `User-Agent`. */
export const maxUserAgentLength = 512;

/** From where a row was made: shown to the user, and not used for decisions. */
export const originColumns = {
  ipAddress: text().optional().atMost(maxAddressLength).informative("null"),
  userAgent: text().optional().atMost(maxUserAgentLength).informative("beginning"),
};

/**
 * `token` is the SHA-256 of the cookie's token: the hash identifies a session and grants no access. In rows that the
 * previous library has written or still reads, `token` is the token itself: session/stored-token.ts.
 */
export const sessionModel = defineModel("session", {
  id: id(),
  expiresAt: date().indexed(),
  token: text().unique().atMost(43),
  createdAt: date(),
  updatedAt: date(),
  ...originColumns,
  userId: text().references(userModel),
});

/**
 * What a session knows of the proofs of the user: columns for plugins that ask for more than one proof. Each such
 * plugin adds all of them to the session, and a column may be added twice. Without such a plugin the tables stay as
 * they are.
 */
export const proofColumns = {
  /** How the user has signed in: values of `AuthMethod`, separated by commas. Null: not known, or an impersonation. */
  amr: text().optional(),
  /** When the user last gave a proof: at sign-in, or since. Null counts as `createdAt`. */
  authTime: date().optional(),
  /** When the user last gave a second factor; null: never in this session. */
  factorTime: date().optional(),
};

/**
 * What a session knows of the app and of the previous token in token mode: columns with `session.bearer`. Without that
 * option the tables stay as they are.
 */
export const tokenColumns = {
  /** The app that has signed in, by the name in `session.bearer.clients`. Null: a browser, or an app without a name. */
  clientId: text().optional(),
  /** The hash of the token that the present token has replaced. Null: no token was replaced. */
  previousToken: text().optional().indexed().secret(),
  /** The proofs of the previous token: the session's `amr` and `authTime` before the replacement. */
  previousAmr: text().optional().secret(),
  previousAuthTime: date().optional().secret(),
  /** When that token ends. Null: the present token was not used yet. */
  previousUntil: date().optional().secret(),
};

/**
 * The session that another session of the user comes from: columns for plugins that open a session by a session. Without
 * such a plugin the tables stay as they are.
 */
export const parentColumns = {
  ...proofColumns,
  /** The session with which this session ends; null: a session of its own. */
  parentId: text().optional().atMost(36).indexed(),
};

/** The tokens of providers have no stated length: JWTs with many claims. */
const maxTokenLength = 8192;
const maxScopeLength = 2048;
/** The hash of another library, at an import. */
const maxHashLength = 1024;

/** A way to sign in. A child of the user, so that no race can remove the last way. */
export const accountModel = defineChild(
  "account",
  userModel,
  {
    id: id(),
    accountId: text().indexed(),
    providerId: text(),
    userId: text().references(userModel),
    accessToken: text().optional().secret().atMost(maxTokenLength),
    refreshToken: text().optional().secret().atMost(maxTokenLength),
    idToken: text().optional().secret().atMost(maxTokenLength),
    accessTokenExpiresAt: date().optional(),
    refreshTokenExpiresAt: date().optional(),
    scope: text().optional().atMost(maxScopeLength),
    password: text().optional().secret().atMost(maxHashLength),
    createdAt: date(),
    updatedAt: date(),
  },
  { uniques: [["providerId", "accountId"]] },
);

/** The state of a flow, as JSON. */
const maxValueLength = 8192;

/** Facts that expire: model/verification.ts lists them, makes their identifiers, and derives the ids of some. */
export const verificationModel = defineOneTime("verification", {
  id: text().initially(() => randomText(32)),
  identifier: text().indexed(),
  value: text().atMost(maxValueLength),
  expiresAt: date().indexed(),
  createdAt: date().optional(),
  updatedAt: date().optional(),
});

/**
 * The counts of rate limits, if limits count in the database. The id is derived from the key, so that only one of
 * several concurrent callers opens a window. `lastRequest`: the end of the window, in milliseconds since 1970.
 */
export const rateLimitModel = defineModel("rateLimit", {
  id: text(),
  key: text(),
  count: counter(),
  lastRequest: integer().indexed().atMost(Number.MAX_SAFE_INTEGER),
});

/** A user, as in every response. Plugins add columns. */
export interface User extends Row<typeof userModel> {}

/**
 * A user as the functions in options of plugins get it: with the columns of the app and of plugins, e.g. `role`, whose
 * types an option does not know.
 */
export type UserRow = User & { readonly [column: string]: unknown };

/** A session row as stored. */
export interface SessionRow extends Row<typeof sessionModel> {}

/** The models of every auth, without models of plugins. */
export const coreModels = [userModel, sessionModel, accountModel, verificationModel] as const;
