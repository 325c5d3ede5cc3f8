// The entry for the main process of apps with Electron.

// The types in results of this entry.
export type { Answer, CallError } from "@keyhold/client";
export type { TokenStore } from "@keyhold/client/token";
export type { AppCrypto, AuthSessionErrorCode, BrowserAnswer, BrowserSignIn, NativeCalls } from "../app/index.js";
export type { ShellSignIn, ShellSignInOptions } from "../shell/options.js";
export { type AnswerRendererOptions, answerRenderer, type RendererHandlers } from "./answer-renderer.js";
export { type EncryptedFileStoreOptions, encryptedFileStore } from "./encrypted-file-store.js";
export { type ElectronLinks, type ElectronLinksOptions, electronLinks } from "./links.js";
export type {
  ElectronApp,
  ElectronFrame,
  ElectronIpcEvent,
  ElectronIpcMain,
  ElectronSafeStorage,
  ElectronShell,
} from "./modules.js";
export { createElectronSignIn, type ElectronSignInOptions } from "./sign-in.js";
