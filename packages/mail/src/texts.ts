import type { EmailMessage } from "@keyhold/core";

/** A rendered email. */
export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The texts of an email, in plain text: `layout` escapes and formats them. */
export interface EmailTexts {
  /** The language of the texts, e.g. "de". Default "en". */
  readonly language?: string;
  /** "rtl" for a language from right to left. Default: each email client decides by the texts. */
  readonly direction?: "rtl" | undefined;
  readonly subject: string;
  /** Shown beside the subject in a list of emails, and not in the email. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly link: EmailLink;
  /** Smaller text below the link: the lifetime of the link, and advice for unexpected emails. */
  readonly notes: readonly string[];
  /** The last line of the email, read by software, e.g. "@app.example.com #12345678". Default: none. */
  readonly lastLine?: string | undefined;
}

/** The link of an email: a button, and the bare URL below it. */
export interface EmailLink {
  readonly url: string;
  /** The text of the button. */
  readonly label: string;
  /** The text before the bare URL. */
  readonly orCopy: string;
}

/** The app's name and URL. */
export type AppOf = Pick<EmailMessage, "appName" | "appUrl">;
