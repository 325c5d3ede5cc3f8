import type { User } from "../model/models.js";
import type { TxContext } from "./context.js";

interface Addressed {
  /** An address, stored with a user; never an address from the request. */
  readonly to: string;
  readonly user: User;
}

interface WithLink extends Addressed {
  /** The link for the user to follow. */
  readonly url: string;
  /** The secret in the link, for emails that show a code. */
  readonly token: string;
  readonly expiresInSeconds: number;
}

interface OfAccount extends Addressed {
  /** The linked or unlinked account, e.g. "google"; "credential" is a password. */
  readonly providerId: string;
  /** The display name, e.g. "Google"; the id if no plugin gives a name. */
  readonly providerName: string;
}

/** The content of every email of core, by kind. */
export type EmailContent =
  /**
   * `asksForPassword`: the address was signed up more than once, and no earlier password will work. The owner of the
   * address requests a new password after following the link.
   */
  | ({ readonly kind: "verify-email"; readonly asksForPassword: boolean } & WithLink)
  | ({ readonly kind: "reset-password" } & WithLink)
  /** To the current address, to confirm the change to another address. */
  | ({ readonly kind: "confirm-email-change"; readonly newEmail: string } & WithLink)
  | ({ readonly kind: "delete-account" } & WithLink)
  /** An unauthenticated client signed up with an address that already has an account. */
  | ({ readonly kind: "already-registered" } & Addressed)
  /** To the old address. `url`: the link that undoes the change. */
  | ({ readonly kind: "email-changed"; readonly newEmail: string; readonly url: string } & Addressed)
  | ({ readonly kind: "password-changed" } & Addressed)
  /** A further way to sign in was linked to the account. */
  | ({ readonly kind: "account-linked" } & OfAccount)
  /** A way to sign in was unlinked from the account. */
  | ({ readonly kind: "account-unlinked" } & OfAccount);

/**
 * An email of a plugin. The plugin extends this interface with further facts, for apps with custom texts. Contains no
 * secret outside `url`.
 */
export interface PluginEmail {
  /** The plugin's id, a dot and a subject, e.g. "organization.invitation". */
  readonly kind: `${string}.${string}`;
  /** An address, as returned by `parseEmail`. */
  readonly to: string;
  /** The user who owns the address; null if no user may have it. */
  readonly userId: string | null;
  /** The link for the recipient to follow. */
  readonly url: string;
  readonly words: EmailTexts;
  /**
   * Tells the user in the field `user` of a change of the account, without a secret: while another address of the user is
   * held, that address gets a copy. Default false.
   */
  readonly isNotice?: boolean;
}

/**
 * The default text of an email, in English and in plain text; the mail implementation escapes the text. Pass every part
 * chosen by a user through `safeName` first.
 */
export interface EmailTexts {
  readonly subject: string;
  /** Shown beside the subject in a mailbox. Default: the heading. */
  readonly preview?: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The label of the button to `url`. */
  readonly label: string;
  /** Smaller text below the button: how long the link works, what to do if the recipient did not request the email. */
  readonly notes: readonly string[];
  /** The last line of the email, read by software, e.g. "@app.example.com #12345678". Default: none. */
  readonly lastLine?: string;
}

/** An email to deliver, with the name and URL of the app. */
export type Delivered<Content> = Content & {
  readonly appName: string;
  /** The URL of the app. */
  readonly appUrl: string;
};

/** An email of core, to deliver. */
export type CoreEmail = Delivered<EmailContent>;

/**
 * An email to deliver, of core or of a plugin. `Own`: the emails of plugins, e.g. `OrganizationEmail`. Default: any.
 */
export type EmailMessage<Own extends PluginEmail = PluginEmail> = CoreEmail | Delivered<Own>;

/** The kind of an email. */
export type EmailKind<Own extends PluginEmail = PluginEmail> = EmailContent["kind"] | Own["kind"];

/** The email of a kind. */
export type EmailOf<Kind extends EmailKind<Own>, Own extends PluginEmail = PluginEmail> = Kind extends unknown
  ? OfKind<EmailMessage<Own>, Kind>
  : never;
type OfKind<One extends { readonly kind: unknown }, Kind> = One extends unknown
  ? Kind extends One["kind"]
    ? One
    : never
  : never;

/**
 * Delivers an email. An error is logged and emitted as "email.failed"; no response waits for the delivery. An
 * implementation for any plugin is a `Mail`; an implementation for the emails of some plugins is e.g. a
 * `Mail<OrganizationEmail>`.
 */
export type Mail<Own extends PluginEmail = PluginEmail> = (message: EmailMessage<Own>) => void | Promise<void>;

/** Writes an email as a row, to be delivered later. */
export type WriteEmail = (ctx: TxContext, message: EmailContent | PluginEmail) => Promise<void>;
