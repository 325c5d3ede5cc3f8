/** Why a message has no answer. */
export type MessageErrorCode =
  /** The sender may not call this function, or the app does not have it. */
  | "MESSAGE_REJECTED"
  /** The function has failed. The error stays in the process that answers. */
  | "MESSAGE_FAILED";

/** The answer to a message. */
export type MessageAnswer =
  | { readonly data: unknown; readonly error: null }
  | { readonly data: null; readonly error: { readonly code: MessageErrorCode } };

export const failed = (code: MessageErrorCode): MessageAnswer => ({ data: null, error: { code } });

/** Runs the function of a message. The answer is JSON without tokens. */
export async function answerBy(handle: () => unknown, report: (error: unknown) => void): Promise<MessageAnswer> {
  try {
    return { data: withoutTokens(await handle()), error: null };
  } catch (error) {
    report(error);
    return failed("MESSAGE_FAILED");
  }
}

const isTokenName = /^(?:(?:access|refresh|id)_?)?token$/i;

/** JSON without tokens: `get-session` and `native.token` answer the token beside the user. */
function withoutTokens(data: unknown): unknown {
  const text = JSON.stringify(data, (name, value) => (isTokenName.test(name) ? undefined : value));
  return text === undefined ? null : JSON.parse(text);
}
