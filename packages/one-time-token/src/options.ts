import { defineOptions, flag, whole } from "@keyhold/core/options";

/** The options of `oneTimeToken`; an omitted option has its default. */
export interface OneTimeTokenOptions {
  /** How long a token works, at most ten minutes. Default 60. */
  readonly expiresInSeconds: number;
  /**
   * Whether an app in token mode, e.g. a desktop app, may use a token that a browser has made. A script in a page can then
   * turn the cookie of its user into a bearer token. Default false.
   */
  readonly allowBearerFromCookie: boolean;
}

export const oneTimeTokenOptions = defineOptions<OneTimeTokenOptions>(
  { expiresInSeconds: whole(60, 5, 600), allowBearerFromCookie: flag(false) },
  {
    remedies: {
      "better-auth": {
        expiresIn: "write `expiresInSeconds`",
        storeToken: "the database has only hashes of tokens; remove it",
        generateToken: "the library makes the tokens; remove it",
        disableClientRequest: "call the plugin only where clients may make tokens; remove it",
        disableSetSessionCookie: "a token opens a session of its own; remove it",
        setOttHeaderOnNewSession: "call `oneTimeToken.generate` after the sign-in; remove it",
      },
    },
  },
);
