// The entry for extensions of browsers.

// The types in results of this entry.
export type { Answer, CallError } from "@keyhold/client";
export type {
  AuthSession,
  Platform,
  PlatformEvents,
  PlatformHeaders,
  PlatformServer,
  TokenStore,
} from "@keyhold/client/token";
export type { BrowserAnswer, BrowserSignIn, NativeCalls } from "../app/index.js";
export type { MessageAnswer, MessageErrorCode } from "../messages/answer.js";
export type { ExtensionAPI, MessageListener, MessageRuntime, MessageSender } from "./api.js";
export { type AnswerOptions, answerMessages, askWorker, type MessageHandlers } from "./messages.js";
export {
  createExtensionSignIn,
  type ExtensionPlatformOptions,
  type ExtensionSignInOptions,
  extensionPlatform,
} from "./platform.js";
