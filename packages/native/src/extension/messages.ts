import { answerBy, failed, type MessageAnswer } from "../messages/answer.js";
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

/** The worker's console has the error. */
const report = (error: unknown): void => globalThis.reportError?.(error);

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
    else void answerBy(() => handler(input, sender), report).then(respond);
    return true;
  });
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
