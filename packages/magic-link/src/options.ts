import { checked, defineOptions, flag, oneOf, path, whole } from "@keyhold/core/options";

/** The options of `magicLink`; an omitted option has its default. */
export interface MagicLinkOptions {
  /** How long a link works, at most ten minutes (SP 800-63B-4, section 3.1.3.2). Default 600. */
  readonly expiresInSeconds: number;
  /** Whether a link creates no account for an address without an account. Default false. */
  readonly disableSignUp: boolean;
  /**
   * What an address without an account gets if `disableSignUp` is true: an email that says so, or no email. The answer of
   * the route is equal. Default "email".
   */
  readonly unknownAddress: "email" | "silence";
  /**
   * Whether the email has a code, too, for a user who reads it on another device: typed in the browser that asked, the
   * code does what the link does. It works for five minutes. Default false.
   */
  readonly withCode: boolean;
  /**
   * The page of the app that asks before a sign-in in another browser than the browser that asked for the link. It gets
   * `#token=…&email=…`, and calls `magicLink.verify({ token, email })` when the user presses a button. Default: the page
   * of the library.
   *
   * @see docs/magic-link.md
   */
  readonly confirmPage: string | null;
}

const confirmPage = path("/magic-link");

export const magicLinkOptions = defineOptions<MagicLinkOptions>(
  {
    expiresInSeconds: whole(600, 60, 600),
    disableSignUp: flag(false),
    unknownAddress: oneOf<MagicLinkOptions["unknownAddress"]>("email", ["email", "silence"]),
    withCode: flag(false),
    confirmPage: checked<string | null>(
      null,
      'be a path or a URL of the app, e.g. "/magic-link", or null',
      (given) => confirmPage.read(given, "").errors.length === 0 && !String(given).includes("#"),
    ),
  },
  {
    remedies: {
      "better-auth": {
        expiresIn: "write `expiresInSeconds`",
        sendMagicLink: "links are sent by `mail` of the auth; remove it",
        generateToken: "the library makes the tokens; remove it",
        storeToken: "the database has only hashes of tokens; remove it",
        allowedAttempts: "a link works once; remove it",
        rateLimit: "remove it; `rateLimit` of createAuth has the limits",
      },
    },
  },
);
