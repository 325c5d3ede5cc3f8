import type { ElectronApp } from "./modules.js";

/** Options of `electronLinks`. */
export interface ElectronLinksOptions {
  /** `app` of Electron. */
  readonly app: ElectronApp;
  /** The redirect of the app, as the server has it, e.g. "com.example.app:/signed-in". */
  readonly redirect: string;
  /** The arguments of this process, with the link of the launch. Default: `process.argv`. */
  readonly argv?: readonly string[];
}

/** The links on `redirect` by which the system opens the app. */
export interface ElectronLinks {
  readonly redirect: string;
  /** Calls `take` with each link, also with earlier links. */
  listen(take: (url: string) => void): void;
}

/**
 * Collects the links by which the system opens the app: `open-url` of macOS, `second-instance` and the arguments of this
 * process on Windows and Linux. Call it at the top of the main process: macOS sends the first link before the app is
 * ready. The app needs `app.requestSingleInstanceLock()` and `app.setAsDefaultProtocolClient(scheme)`. Links of other
 * features are left to other listeners.
 *
 * @example const links = electronLinks({ app, redirect: "com.example.app:/signed-in" });
 */
export function electronLinks({ app, redirect, argv = process.argv }: ElectronLinksOptions): ElectronLinks {
  const isOwn = (url: string): boolean => url.startsWith(`${redirect}?`);
  const early = argv.filter(isOwn);
  let take = (url: string): void => void early.push(url);
  app.on("open-url", (event, url) => {
    if (!isOwn(url)) return;
    event.preventDefault();
    take(url);
  });
  // Chromium adds arguments of its own.
  app.on("second-instance", (_event, others) => {
    for (const url of others.filter(isOwn)) take(url);
  });
  return {
    redirect,
    listen(taken) {
      take = taken;
      for (const url of early.splice(0)) taken(url);
    },
  };
}
