// The entry for extensions of browsers.

export type { BrowserAnswer, BrowserSignIn, NativeCalls } from "../app/index.js";
export type { ExtensionAPI, MessageListener, MessageRuntime, MessageSender } from "./api.js";
export {
  type AnswerOptions,
  answerMessages,
  askWorker,
  type MessageAnswer,
  type MessageErrorCode,
  type MessageHandlers,
} from "./messages.js";
export {
  createExtensionSignIn,
  type ExtensionPlatformOptions,
  type ExtensionSignInOptions,
  extensionPlatform,
} from "./platform.js";
