/** The parts of the browser's API for extensions that this entry uses, in the form of Chrome's manifest version 3. */
export interface ExtensionAPI {
  readonly storage: {
    readonly session: {
      get(name: string): Promise<Readonly<Record<string, unknown>>>;
      set(items: Readonly<Record<string, unknown>>): Promise<unknown>;
      remove(name: string): Promise<unknown>;
      setAccessLevel?(level: { readonly accessLevel: "TRUSTED_CONTEXTS" }): Promise<unknown>;
    };
  };
  readonly identity: {
    getRedirectURL(): string;
    launchWebAuthFlow(details: { readonly url: string; readonly interactive: true }): Promise<string | undefined>;
  };
  readonly runtime: MessageRuntime & {
    readonly id: string;
    getURL(path: string): string;
    readonly onMessage: { addListener(listener: MessageListener): void };
  };
}

/** The part that content scripts and pages use. */
export interface MessageRuntime {
  sendMessage(message: unknown): Promise<unknown>;
}

/** The sender of a message, as the browser names it. */
export interface MessageSender {
  /** The id of the extension. */
  readonly id?: string | undefined;
  /** Of the page or frame: for a content script the URL of the site. */
  readonly url?: string | undefined;
}

/** Answers true: the answer follows. */
export type MessageListener = (
  message: unknown,
  sender: MessageSender,
  respond: (answer: unknown) => void,
) => true | undefined;

interface Globals {
  readonly browser?: ExtensionAPI;
  readonly chrome?: ExtensionAPI;
}

/** The API of this browser. Firefox has promises in `browser`. */
export function extensionAPI(): ExtensionAPI {
  const { browser, chrome }: Globals = globalThis as Globals;
  const api = browser?.runtime ? browser : chrome;
  if (!api?.runtime) throw new TypeError("This is no extension: there is no chrome.runtime.");
  return api;
}
