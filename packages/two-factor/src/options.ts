import type { UserRow as AnyUserRow } from "@keyhold/core";
import { checked, defineOptions, isObject, isWhole, limit, path, string } from "@keyhold/core/options";
import type { TwoFactorUser } from "./models.js";

/** A user with the columns of the app and of other plugins, e.g. `phone` or `role`. */
export type UserRow = AnyUserRow & TwoFactorUser;

/** Sends a code by the app itself, e.g. as a text message. No answer waits for it, and an error is logged. */
export type SendCode = (message: { readonly user: UserRow; readonly code: string }) => void | Promise<void>;

/** Options of `twoFactor`. */
export interface TwoFactorOptions {
  /**
   * The page of the app that asks for a code: write it, the library has none. It gets `?methods=totp,backup-code`.
   * Default "/two-factor".
   */
  readonly page: string;
  /** The name that an authenticator app shows. Default: the app's name. */
  readonly issuer: string | null;
  /**
   * Emailed codes, where the auth has `mail`; false switches them off, `{ sendText }` sends codes by a function of the
   * app. Default true.
   *
   * @see docs/two-factor/text-messages.md
   */
  readonly otp: boolean | { readonly sendText: SendCode };
  /** How long a trusted browser is not asked. Default 2592000 (30 days). */
  readonly trustDeviceSeconds: number;
  /**
   * Who must have a second factor: true asks this user at sign-in to enrol; a date gives the user time until then. It
   * answers at once, by columns of the user. If it throws, no session is opened. Default: a function that answers false.
   *
   * @see docs/two-factor/require.md
   */
  readonly require: (user: UserRow) => boolean | Date;
  /**
   * A way back in without any factor, after a wait of an hour to 400 days in which the user can stop it. Default false.
   *
   * @see docs/two-factor/recovery.md
   */
  readonly recovery: false | { readonly delaySeconds: number };
  /**
   * Guesses at codes of one user, over all sign-ins and addresses. Default `{ windowSeconds: 900, max: 20 }`.
   *
   * @see docs/two-factor/guesses.md
   */
  readonly guesses: { readonly windowSeconds: number; readonly max: number };
}

const secondsPerDay = 86_400;
const maxSeconds = 400 * secondsPerDay;

const hasSendText = (given: unknown): boolean => isObject(given) && "sendText" in given && isFunction(given.sendText);
const hasDelay = (given: unknown): boolean =>
  isObject(given) && "delaySeconds" in given && isWhole(given.delaySeconds, 3600, maxSeconds);
const isFunction = (given: unknown): boolean => typeof given === "function";

export const twoFactorOptions = defineOptions<TwoFactorOptions>(
  {
    page: path("/two-factor"),
    issuer: string(null, "the app's name"),
    otp: checked<TwoFactorOptions["otp"]>(
      true,
      "be true, false or { sendText }, a function that sends the code to the user",
      (given) => typeof given === "boolean" || hasSendText(given),
      { sendText: true },
    ),
    trustDeviceSeconds: checked(30 * secondsPerDay, "be a whole number of seconds, at most 400 days", (given) =>
      isWhole(given, 1, maxSeconds),
    ),
    require: checked<TwoFactorOptions["require"]>(
      () => false,
      'be a function that answers true, false or a Date, e.g. `({ email }) => email.endsWith("@example.com")`',
      isFunction,
    ),
    recovery: checked<TwoFactorOptions["recovery"]>(
      false,
      "be false or { delaySeconds }, a whole number from an hour to 400 days, e.g. 259200 for three days",
      (given) => given === false || hasDelay(given),
      { delaySeconds: true },
    ),
    guesses: limit(900, 20),
  },
  {
    remedies: {
      "better-auth": {
        otpOptions: "emailed codes are sent by `mail` of the auth; write `otp: { sendText }` to send them yourself",
        totpOptions: "codes have six digits and last 30 seconds; remove it",
        backupCodeOptions: "a user gets ten backup codes; remove it",
        skipVerificationOnEnable: "a code always confirms the authenticator app; remove it",
        trustDeviceMaxAge: "write `trustDeviceSeconds`",
        twoFactorPage: "write `page`",
      },
    },
    // A promise is neither true nor false nor a date, and would count as true.
    check: ({ require }) =>
      require.constructor.name === "AsyncFunction"
        ? ["require: must answer true, false or a Date at once, not a promise; decide by columns of the user"]
        : [],
  },
);

/** What browsers get to know of the options. */
export interface TwoFactorOffer {
  /** The kinds of factors that a user can set up. */
  readonly methods: readonly string[];
  readonly trustDeviceSeconds: number;
  readonly recovery: boolean;
}
