/** An email before it is sent. */
export interface Draft {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface EmailMessage extends Draft {
  readonly id: number;
  readonly sentAt: Date;
}

const maxEmails = 50;
const messages: EmailMessage[] = [];
let lastId = 0;

/** Stores the email in the memory of this process in place of sending it. */
export function deliver(draft: Draft): void {
  lastId += 1;
  messages.unshift({ ...draft, id: lastId, sentAt: new Date() });
  messages.splice(maxEmails);
}

/** Newest first. */
export const allEmails = (): readonly EmailMessage[] => messages;

export const findEmail = (id: number): EmailMessage | undefined => messages.find((message) => message.id === id);
