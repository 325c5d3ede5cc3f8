import type { User } from "@keyhold/core";
import type { TwoFactorUser } from "./models.js";

/** A user with the columns of the app and of other plugins, e.g. `phone` or `role`. */
export type UserRow = User & TwoFactorUser & { readonly [column: string]: unknown };

/** Sends a code by the app itself, e.g. as a text message. No answer waits for it, and an error is logged. */
export type SendCode = (message: { readonly user: UserRow; readonly code: string }) => void | Promise<void>;

/** Options of `twoFactor`. */
export interface TwoFactorOptions {
  /** The page of the app that asks for a code; it gets `?methods=totp,backup-code`. Default "/two-factor". */
  readonly page: string;
  /** The name that an authenticator app shows. Default: the app's name. */
  readonly issuer: string | null;
  /** Emailed codes: false switches them off. Default true where the auth has `mail`. */
  readonly otp: boolean | { readonly sendText: SendCode };
  /** How long a trusted browser is not asked. Default 30 days. */
  readonly trustDeviceSeconds: number;
  /**
   * Who must have a second factor: true asks this user at sign-in to enrol; a date gives the user time until then. It
   * answers at once, by columns of the user. If it throws, no session is opened. Default: a function that answers false.
   */
  readonly require: (user: UserRow) => boolean | Date;
  /** A way back in without any factor, after a wait in which the user can stop it. Default: false. */
  readonly recovery: false | { readonly delaySeconds: number };
  /** Guesses at codes of one user, over all sign-ins and addresses. Default 20 in 900 seconds. */
  readonly guesses: { readonly windowSeconds: number; readonly max: number };
}
