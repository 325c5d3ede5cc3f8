import type { EmailMessage } from "@keyhold/core";

/** A letter as a mail program takes it. */
export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a letter says, as plain text: the layout makes it safe and readable. */
export interface EmailTexts {
  /** The language they are in, e.g. "de". Default "en". */
  readonly language?: string;
  readonly subject: string;
  /** Stands beside the subject in a list of letters, and nowhere else. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly link: EmailLink;
  /** Below the link and smaller: how long it works, what to do if it was not you. */
  readonly notes: readonly string[];
}

export interface EmailLink {
  readonly url: string;
  /** On the button. */
  readonly label: string;
  /** Before the bare address, for those who do not trust buttons. */
  readonly orCopy: string;
}

/** Whose letter it is. */
export type AppOf = Pick<EmailMessage, "appName" | "appUrl">;
