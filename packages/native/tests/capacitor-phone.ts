import type { CapacitorApp, CapacitorBrowser, SecureStorage } from "@keyhold/native/capacitor";

type System = "iOS" | "Android";
type Listener = (event: never) => void;

/** Listeners of a plugin. An event that is retained waits for the first listener. */
function plugin() {
  const listeners = new Map<string, Set<Listener>>();
  const retained = new Map<string, unknown[]>();
  const of = (event: string): Set<Listener> => {
    const known = listeners.get(event) ?? new Set();
    listeners.set(event, known);
    return known;
  };
  return {
    async addListener(event: string, listener: Listener) {
      of(event).add(listener);
      for (const data of retained.get(event) ?? []) queueMicrotask(() => listener(data as never));
      retained.delete(event);
      return { remove: async () => void of(event).delete(listener) };
    },
    notify(event: string, data: unknown, isRetained = false): void {
      if (of(event).size === 0 && isRetained) retained.set(event, [...(retained.get(event) ?? []), data]);
      for (const listener of of(event)) listener(data as never);
    },
    count: (): number => [...listeners.values()].reduce((count, { size }) => count + size, 0),
  };
}

/**
 * A phone with an app of Capacitor, played by hand. `open` and `close` answer and emit as the plugins' code of iOS
 * and Android does: @capacitor/app 8.1, @capacitor/browser 8.0.
 */
export function createPhone(system: System) {
  const items = new Map<string, string>();
  const opened: string[] = [];
  let isOpen = false;
  let lastURL: string | undefined;
  let app = plugin();
  let browser = plugin();

  const finish = (): void => {
    isOpen = false;
    browser.notify("browserFinished", null);
  };

  return {
    items,
    opened,
    isOpen: () => isOpen,
    /** What the browser does with a URL. */
    visit: (_url: string): unknown => undefined,
    /** The page begins, or the system has ended the app and starts it again: no listener is left. */
    start() {
      app = plugin();
      browser = plugin();
      const plugins = { app, browser };
      const App: CapacitorApp = {
        addListener: plugins.app.addListener,
        getLaunchUrl: async () => (lastURL === undefined ? undefined : { url: lastURL }),
      };
      const Browser: CapacitorBrowser = {
        open: async ({ url }) => {
          if (system === "iOS" && isOpen) throw new Error("Unable to display URL");
          isOpen = true;
          opened.push(url);
          void this.visit(url);
        },
        async close() {
          if (system === "Android") return isOpen ? finish() : undefined;
          if (!isOpen) throw new Error("No active window to close!");
          isOpen = false;
        },
        addListener: plugins.browser.addListener,
      };
      const SecureStorage: SecureStorage = {
        getItem: async (name) => items.get(name) ?? null,
        setItem: async (name, item) => void items.set(name, item),
        removeItem: async (name) => void items.delete(name),
      };
      return { App, Browser, SecureStorage };
    },
    /** The user closes the window. Android says so for a minimized window, too. */
    closeBrowser: finish,
    minimizeBrowser: () => browser.notify("browserFinished", null),
    /** The system gives a link to the app. Android hides the window before. */
    open(url: string): void {
      lastURL = url;
      if (system === "Android" && isOpen) finish();
      app.notify("appUrlOpen", { url }, true);
    },
    setActive: (isActive: boolean) => app.notify("appStateChange", { isActive }),
    listeners: () => app.count() + browser.count(),
  };
}

export type Phone = ReturnType<typeof createPhone>;
