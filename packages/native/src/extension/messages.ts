import { type ExtensionAPI, extensionAPI, type MessageRuntime, type MessageSender } from "./api.js";

/** The functions that a sender may call, by name. The answer is sent as JSON, without tokens. */
export type MessageHandlers = Readonly<Record<string, (input: unknown, sender: MessageSender) => unknown>>;

/** Options of `answerMessages`. */
export interface AnswerOptions {
  /** For pages of the extension, such as its popup. */
  readonly pages?: MessageHandlers;
  /** For content scripts, which run in pages of sites: a site may send what it likes. Default: none. */
  readonly contentScripts?: MessageHandlers;
  /** The browser's API. Default: the global `browser` or `chrome`. */
  readonly api?: ExtensionAPI;
}

/** Why a message has no answer. */
export type MessageErrorCode =
  /** The sender may not call this function, or the extension does not have it. */
  | "MESSAGE_REJECTED"
  /** The function has failed: the worker's console has the error. */
  | "MESSAGE_FAILED";

/** The answer to a message. */
export type MessageAnswer =
  | { readonly data: unknown; readonly error: null }
  | { readonly data: null; readonly error: { readonly code: MessageErrorCode } };

interface Message {
  readonly keyhold?: unknown;
  readonly input?: unknown;
}

/**
 * Answers the messages of `askWorker` in the service worker. Call it when the worker starts, before each `await`. Values
 * with the name of a token, e.g. `token` or `refreshToken`, are left out of answers, so that no token leaves the worker.
 * Messages of other extensions and of sites are not heard.
 *
 * @example answerMessages({ pages: { signIn: () => signIn() }, contentScripts: { userName: () => nameOfUser() } });
 */
export function answerMessages({ pages = {}, contentScripts = {}, api = extensionAPI() }: AnswerOptions): void {
  const { runtime } = api;
  const ownURL = runtime.getURL("");
  runtime.onMessage.addListener((message, sender, respond) => {
    const { keyhold: name, input }: Message = Object(message);
    if (typeof name !== "string") return undefined;
    const handlers = sender.url?.startsWith(ownURL) ? pages : contentScripts;
    const handler = sender.id === runtime.id && Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler) respond(failed("MESSAGE_REJECTED"));
    else void answer(() => handler(input, sender)).then(respond);
    return true;
  });
}

const failed = (code: MessageErrorCode): MessageAnswer => ({ data: null, error: { code } });

async function answer(handle: () => unknown): Promise<MessageAnswer> {
  try {
    return { data: withoutTokens(await handle()), error: null };
  } catch (error) {
    globalThis.reportError?.(error);
    return failed("MESSAGE_FAILED");
  }
}

const isTokenName = /^(?:(?:access|refresh|id)_?)?token$/i;

/** JSON without tokens: `get-session` and `native.token` answer the token beside the user. */
function withoutTokens(data: unknown): unknown {
  const text = JSON.stringify(data, (name, value) => (isTokenName.test(name) ? undefined : value));
  return text === undefined ? null : JSON.parse(text);
}

/**
 * Calls a function of the service worker, from a page of the extension or a content script.
 *
 * @param name of a function of `answerMessages`
 * @param input JSON
 * @returns what the function answers, without tokens; or the error `MESSAGE_REJECTED` or `MESSAGE_FAILED`
 * @example const { data } = await askWorker("userName");
 */
export async function askWorker(
  name: string,
  input?: unknown,
  runtime: MessageRuntime = extensionAPI().runtime,
): Promise<MessageAnswer> {
  const given = (await runtime.sendMessage({ keyhold: name, input })) as MessageAnswer | undefined;
  return given ?? failed("MESSAGE_REJECTED");
}
