/** The texts of an email, without the greeting and the link. */
export interface Sentences {
  readonly subject: string;
  /** Default: the heading. */
  readonly preview?: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The text of the button. */
  readonly label: string;
  readonly notes: readonly string[];
}

/** An email about a change of the account. */
export interface NoticeSentences {
  readonly heading: string;
  /** What happened, one sentence. */
  readonly text: string;
}

/** The facts that every email has. */
export interface Facts {
  readonly app: string;
  /** The address of the recipient. */
  readonly to: string;
}

/** A link or a code that ends: the duration is in words of the language. */
export interface EndingFacts extends Facts {
  readonly duration: string;
}

/** The emails with a text of their own, each with its facts. */
export interface EmailFacts {
  readonly "verify-email": EndingFacts & { readonly asksForPassword: boolean };
  readonly "reset-password": EndingFacts;
  readonly "confirm-email-change": EndingFacts & { readonly newEmail: string };
  readonly "delete-account": EndingFacts;
  readonly "already-registered": Facts;
  readonly "email-changed": Facts & { readonly newEmail: string };
  readonly "magic-link.sign-in": EndingFacts & { readonly isNew: boolean; readonly code: string | null };
  readonly "email-otp.code": EndingFacts & { readonly code: string; readonly effect: string };
  readonly "two-factor.code": EndingFacts & { readonly code: string };
  readonly "phone-number.claimed": Facts & { readonly number: string; readonly until: string };
  readonly "phone-number.code": EndingFacts & { readonly code: string; readonly until: string };
  readonly "two-factor.recovery": Facts & { readonly from: string };
  readonly "organization.invitation": Facts & {
    /** Null: the name could be an advertisement. */
    readonly organization: string | null;
    readonly inviter: string | null;
    readonly until: string;
  };
  /** `device` and `place`: null if not known. */
  readonly "devices.new-device": Facts & {
    readonly device: string | null;
    readonly time: string;
    readonly place: string | null;
  };
  /** `key`: the public part of an API key. */
  readonly "api-key.expiring": Facts & { readonly key: string; readonly until: string };
  readonly "api-key.leaked": Facts & { readonly key: string };
  readonly "api-key.created": Facts & { readonly key: string };
  readonly "api-key.enabled": Facts & { readonly key: string };
  /** "magic-link.unknown-address" and "email-otp.unknown-address". */
  readonly "unknown-address": Facts;
}

/** The emails about API keys. */
export type KeyEmails = {
  readonly [Kind in Extract<keyof EmailFacts, `api-key.${string}`>]: (facts: EmailFacts[Kind]) => Sentences;
};

/** The notices about a change, each with its facts. `name`: of a provider or a passkey; null: not shown. */
export interface NoticeFacts {
  readonly "password-changed": unknown;
  readonly "account-linked": { readonly name: string };
  readonly "account-unlinked": { readonly name: string };
  readonly "password-removed": unknown;
  readonly "passkey.added": { readonly name: string };
  readonly "passkey.deleted": { readonly name: string };
  readonly "passkey.cloned": { readonly name: string };
  readonly "phone-number.changed": { readonly number: string };
  readonly "phone-number.removed": { readonly number: string };
  readonly "username.changed": unknown;
  readonly "two-factor.enabled": unknown;
  readonly "two-factor.disabled": unknown;
  readonly "two-factor.reset": unknown;
  readonly "two-factor.backup-codes-renewed": unknown;
  readonly "two-factor.backup-code-used": unknown;
  readonly "two-factor.device-trusted": unknown;
  readonly "two-factor.recovery-finished": unknown;
  readonly "two-factor.closed": unknown;
}

/** What a code of an email does. */
export type CodeEffect =
  | "sign-in"
  | "sign-up"
  | "email-verification"
  | "forget-password"
  | "change-email"
  | "new-email";

/** The emails in a language, from an entry point of its own, e.g. `@keyhold/mail/de`. */
export interface EmailLanguage {
  /** The name of the language (BCP 47), e.g. "de". */
  readonly locale: string;
  /** Default: from left to right. */
  readonly direction?: "rtl";
  /** The greeting. Null: the name could be an advertisement, or is not known. */
  readonly hello: (name: string | null) => string;
  readonly orCopy: string;
  readonly goTo: (app: string) => string;
  /** The preview of a notice. */
  readonly actNow: string;
  /** The note of a notice: the recipient has made the change. */
  readonly noAction: string;
  /** The note of an email that another person may have asked for. */
  readonly notAsked: string;
  /** The account that a notice is about. */
  readonly about: (facts: Facts) => string;
  /** What to do after a change by an attacker. */
  readonly secure: (app: string) => string;
  readonly emails: { readonly [Kind in keyof EmailFacts]: (facts: EmailFacts[Kind]) => Sentences };
  readonly effects: { readonly [Effect in CodeEffect]: (facts: Facts) => string };
  readonly notices: { readonly [Kind in keyof NoticeFacts]: (facts: NoticeFacts[Kind]) => NoticeSentences };
  /** How many backup codes are left, one to three or none. */
  readonly left: (count: number) => string;
}
