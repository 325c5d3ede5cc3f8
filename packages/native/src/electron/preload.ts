// The entry for the preload script of a window, which may be sandboxed: it imports no module of Node.

import type { MessageAnswer } from "../messages/answer.js";
import { channel } from "./channel.js";
import type { ElectronPreload } from "./modules.js";

export type { MessageAnswer, MessageErrorCode } from "../messages/answer.js";
export type { ElectronPreload } from "./modules.js";

/** The bridge in the pages of the app, `window.keyhold`. */
export interface RendererBridge {
  /**
   * Calls a function of `answerRenderer`.
   *
   * @param name of the function
   * @param input a value for `structuredClone`
   * @returns the answer of the function, without tokens; or the error `MESSAGE_REJECTED` or `MESSAGE_FAILED`
   */
  ask(name: string, input?: unknown): Promise<MessageAnswer>;
}

/**
 * Gives the pages of a window the bridge to the main process, and no other function of Electron.
 *
 * @param name of the bridge in `window`. Default "keyhold"
 * @example exposeBridge({ contextBridge, ipcRenderer });
 */
export function exposeBridge({ contextBridge, ipcRenderer }: ElectronPreload, name = "keyhold"): void {
  const bridge: RendererBridge = {
    ask: (called, input) => ipcRenderer.invoke(channel, String(called), input) as Promise<MessageAnswer>,
  };
  contextBridge.exposeInMainWorld(name, bridge);
}
