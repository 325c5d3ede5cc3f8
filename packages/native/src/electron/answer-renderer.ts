import { answerBy, failed } from "../messages/answer.js";
import { channel } from "./channel.js";
import type { ElectronFrame, ElectronIpcEvent, ElectronIpcMain } from "./modules.js";

/** The functions that a page of the app may call, by name. The answer is sent as JSON, without tokens. */
export type RendererHandlers = Readonly<Record<string, (input: unknown, event: ElectronIpcEvent) => unknown>>;

/** Options of `answerRenderer`. */
export interface AnswerRendererOptions {
  /** `ipcMain` of Electron. */
  readonly ipcMain: ElectronIpcMain;
  /** The origins of the app's pages, e.g. ["app://-"]: a scheme of the app, registered as standard and secure. */
  readonly origins: readonly string[];
  readonly handlers: RendererHandlers;
  /** Gets the error of a function, e.g. for the app's log: the page does not get the error. */
  readonly onError: (error: unknown) => void;
}

/**
 * Answers the calls of the app's pages in the main process. A page gets an answer if the origin of its frame is in
 * `origins` and the frame is the page of a window. A frame in a page, a page that a window has been led to, and a name
 * without a function get `MESSAGE_REJECTED`. Values with the name `token` or `access_token` are left out of answers, so
 * that no token leaves the main process. Check `input`: a script of an attacker in a page may send each value.
 *
 * @throws TypeError for the origins "null" and "file://", which files of an attacker have, too
 * @example answerRenderer({ ipcMain, origins: ["app://-"], handlers: { signIn: () => signIn() }, onError: log });
 */
export function answerRenderer(options: AnswerRendererOptions): void {
  const { ipcMain, origins, handlers, onError } = options;
  const shared = origins.find((origin) => !/^[a-z][a-z0-9+.-]*:\/\/[^/]+$/i.test(origin));
  if (shared !== undefined)
    throw new TypeError(
      `answerRenderer(): ${shared} is not the origin of an app's pages. Serve the pages by protocol.handle(), e.g. as app://-.`,
    );
  const isOwn = (frame: ElectronFrame | null): boolean => frame?.parent === null && origins.includes(frame.origin);
  ipcMain.handle(channel, (event, name, input) => {
    const handler = typeof name === "string" && Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler || !isOwn(event.senderFrame)) return failed("MESSAGE_REJECTED");
    return answerBy(() => handler(input, event), onError);
  });
}
