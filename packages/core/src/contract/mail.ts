import type { User } from "../model/models.js";

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

interface OfAccount extends Addressed {
  /** Of the account that came or went, e.g. "google"; "credential" is a password. */
  readonly providerId: string;
  /** What people call it, e.g. "Google"; its id where no plugin says. */
  readonly providerName: string;
}

/** Every letter of the core by its kind, with what it says. */
export type EmailContent =
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
  | ({ readonly kind: "password-changed" } & Addressed)
  /** Another way to sign in opens the account from now on. */
  | ({ readonly kind: "account-linked" } & OfAccount)
  /** A way to sign in opens it no more. */
  | ({ readonly kind: "account-unlinked" } & OfAccount);

/**
 * A letter of a plugin, which extends this by the facts that it tells, for those who write it in words of their own.
 * Never a secret that is not in `url`.
 */
export interface PluginEmail {
  /** The plugin's id, a dot and what it is about, e.g. "organization.invitation". */
  readonly kind: `${string}.${string}`;
  /** One address, as `parseEmail` answers with it. */
  readonly to: string;
  /** Whose letter it is; null where nobody may have the address. */
  readonly userId: string | null;
  /** What the person follows. */
  readonly url: string;
  readonly words: EmailTexts;
}

/**
 * What a letter says where nobody has other words for it: in English, and plain text, which a mail makes safe. A part that
 * people chose is first asked `safeName`.
 */
export interface EmailTexts {
  readonly subject: string;
  /** Stands beside the subject in a list of letters. Default: the heading. */
  readonly preview?: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** On the button that leads to `url`. */
  readonly label: string;
  /** Below the button and smaller: how long it works, what to do if it was not you. */
  readonly notes: readonly string[];
}

/** A letter as it is delivered: with the app that it comes from. */
export type Delivered<Content> = Content & {
  readonly appName: string;
  /** Where the app is. */
  readonly appUrl: string;
};

/** A letter of the core, to deliver. */
export type CoreEmail = Delivered<EmailContent>;

/** A letter to deliver: of the core, or of a plugin. `Own`: which ones of plugins, e.g. `OrganizationEmail`. Default: any. */
export type EmailMessage<Own extends PluginEmail = PluginEmail> = CoreEmail | Delivered<Own>;

/** What letters are about. */
export type EmailKind<Own extends PluginEmail = PluginEmail> = EmailContent["kind"] | Own["kind"];

/** The letter of one kind. */
export type EmailOf<Kind extends EmailKind<Own>, Own extends PluginEmail = PluginEmail> = Kind extends unknown
  ? OfKind<EmailMessage<Own>, Kind>
  : never;
type OfKind<One extends { readonly kind: unknown }, Kind> = One extends unknown
  ? Kind extends One["kind"]
    ? One
    : never
  : never;

/**
 * Delivers a letter. What it throws is logged and told as "letter.failed"; no answer waits for it. One that can deliver
 * whatever plugins write is a `Mail`, one that knows the letters of some is e.g. a `Mail<OrganizationEmail>`.
 */
export type Mail<Own extends PluginEmail = PluginEmail> = (message: EmailMessage<Own>) => void | Promise<void>;
