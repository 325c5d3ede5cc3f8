/** A failure with a remedy, printed without a stack. */
export class Failure extends Error {
  override readonly name = "Failure";
  /** What to do, in one or more lines; null if the message says so. */
  readonly remedy: string | null;

  constructor(message: string, remedy: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}

/** The user ended a prompt, e.g. by Ctrl+C. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, cancelled: 130 } as const;

/** The message of a thrown value. Connection errors are often an AggregateError with an empty message. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message) return error.message;
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first === undefined ? error.name : messageOf(first);
}

/** The messages of an error and of the causes, without repetition. */
export function messagesOf(error: unknown): string {
  const messages: string[] = [];
  for (let at: unknown = error; at !== undefined && messages.length < 5; ) {
    const message = messageOf(at);
    if (!messages.some((known) => known.includes(message))) messages.push(message);
    at = at instanceof Error ? at.cause : undefined;
  }
  return messages.join(": ");
}
