import type { Answer } from "./answer.js";
import { coreRefreshes, sessionDates } from "./core-routes.js";
import type { AnyClientPlugin, Refreshes } from "./plugin.js";
import { prepare, type Sender } from "./send.js";
import { createStore, type OwnedStore } from "./store.js";

type AnyStore = OwnedStore<unknown, string>;

const nothing: Answer<null> = { data: null, error: null };

/** All stores of a client: the session's and those of plugins. */
export interface Stores {
  readonly byName: Readonly<Record<string, AnyStore>>;
  /** A call of this tab was answered: refreshes the stores that it has changed. */
  answered(name: string, answer: Answer<unknown>): void;
}

export function createStores(sender: Sender, plugins: readonly AnyClientPlugin[], initialSession: unknown): Stores {
  const session: AnyStore = createStore({
    read: (signal) => prepare(sender, "GET /get-session", {}, { signal })(),
    initial: initialSession,
    dates: [...sessionDates, ...plugins.flatMap((plugin) => plugin.sessionDates)],
    isForgetful: false,
    channelName: `keyhold ${sender.base}`,
  });
  const byName: Record<string, AnyStore> = { session };

  /** Reads the session again after UNAUTHORIZED, because it may have ended in another browser. */
  function doubt({ error }: Answer<unknown>): void {
    if (error?.code === "UNAUTHORIZED" && session.get().data) session.changed();
  }

  for (const { stores, empty } of plugins)
    for (const [name, route] of Object.entries(stores))
      byName[name] = createStore({
        async read(signal) {
          const answer = await prepare(sender, route, {}, { signal })();
          doubt(answer);
          return answer.error && answer.error.code === empty[name] ? nothing : answer;
        },
        initial: undefined,
        isForgetful: true,
        channelName: `keyhold ${sender.base} ${name}`,
      });

  const refreshes: readonly Refreshes<string, string>[] = [coreRefreshes, ...plugins.map((plugin) => plugin.refreshes)];
  const changes = (call: string, store: string): boolean => refreshes.some((one) => one[store]?.includes(call));

  return {
    byName,
    answered(call, answer) {
      doubt(answer);
      if (answer.error) return;
      for (const [name, { changed }] of Object.entries(byName))
        if (changes(call, "session") || changes(call, name)) changed();
    },
  };
}
