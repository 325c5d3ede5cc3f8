import type { User } from "./model/models.js";

interface Addressed {
  /** One address, stored with a user; never one that came with the request. */
  readonly to: string;
  readonly user: User;
}

interface WithLink extends Addressed {
  /** What the person follows. */
  readonly url: string;
  /** The secret in it, for letters that show one. */
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Every letter of the core by its kind, with what it says. */
export type LetterContent =
  /**
   * `asksForPassword`: the address was signed up more than once, and no password of before will work. Its owner asks for
   * a new one when the link was followed.
   */
  | ({ readonly kind: "verify-email"; readonly asksForPassword: boolean } & WithLink)
  | ({ readonly kind: "reset-password" } & WithLink)
  /** To the present address: is it you who wants another one? */
  | ({ readonly kind: "confirm-email-change"; readonly newEmail: string } & WithLink)
  | ({ readonly kind: "delete-account" } & WithLink)
  /** Somebody signed up with an address that has an account. */
  | ({ readonly kind: "already-registered" } & Addressed)
  /** To the address that was left. */
  | ({ readonly kind: "email-changed"; readonly newEmail: string } & Addressed)
  | ({ readonly kind: "password-changed" } & Addressed);

/** A letter to deliver. */
export type Letter = LetterContent & {
  readonly appName: string;
  /** Where the app is. */
  readonly appUrl: string;
};

/** The letter of one kind. */
export type LetterOf<Kind extends Letter["kind"]> = Extract<Letter, { readonly kind: Kind }>;

/** Delivers a letter. What it throws is logged and told as "letter.failed"; no answer waits for it. */
export type Mail = (letter: Letter) => void | Promise<void>;
