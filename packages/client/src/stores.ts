import type { Answer } from "./answer.js";
import type { SessionOf } from "./client.js";
import type { AnyClientPlugin } from "./plugin.js";
import { prepare, type Sender } from "./send.js";
import { createStore, isSame, type OwnedStore, type StoreOptions } from "./store.js";

type AnyStore = OwnedStore<unknown, string>;

/** All stores of a client: the session's and the stores of plugins. */
export interface Stores {
  readonly byName: Readonly<Record<string, AnyStore>>;
  /** A call of this tab begins. With the answer, the returned function refreshes the stores that the call has changed. */
  called(name: string): (answer: Answer<unknown>) => void;
}

export function createStores(sender: Sender, plugins: readonly AnyClientPlugin[], initialSession: unknown): Stores {
  const byName: Record<string, AnyStore> = {};
  const add = (name: string, options: Omit<StoreOptions<unknown, string>, "channel" | "platform">): AnyStore => {
    const channel = `keyhold ${sender.base} ${name}`;
    const store = createStore({ ...options, channel, platform: sender.platform });
    byName[name] = store;
    return store;
  };
  const stale = initialSession === undefined && sender.platform.initialSession?.();
  const session = add("session", {
    read: (signal, input) => prepare(sender, "GET /get-session", input, { signal })(),
    initial: stale || initialSession,
    isStale: !!stale,
    dates: plugins.flatMap((plugin) => plugin.sessionDates),
    endOf: (data) => (data as SessionOf<readonly []> | null)?.session.expiresAt,
  });
  /** How often calls of this tab have changed a store. */
  let changes = 0;

  /** Reads the session again after UNAUTHORIZED, because the session may have ended in another browser. */
  function doubt({ error }: Answer<unknown>): void {
    if (error?.code === "UNAUTHORIZED" && session.get().data) session.changed();
  }

  for (const { stores, empty } of plugins)
    for (const [name, route] of Object.entries(stores))
      add(name, {
        async read(signal) {
          const answer = await prepare(sender, route, {}, { signal })();
          doubt(answer);
          return answer.error && answer.error.code === empty[name] ? { data: null, error: null } : answer;
        },
        isForgetful: true,
      });

  return {
    byName,
    called(call) {
      const before = session.get().data;
      const counted = changes;
      return (answer) => {
        doubt(answer);
        if (answer.error) return;
        const isOther = call === "getSession" && !isSame(session.get().data, answer.data);
        // If another answer has changed the session since the call began, this answer may be older and is not shown.
        if (isOther && session.get().data === before && changes === counted) session.hydrate(answer.data);
        // On a server the session has not changed.
        const isNews = isOther && session.get().data !== before;
        for (const [name, { changed }] of Object.entries(byName))
          if (isNews || plugins.some(({ refreshes: by }) => [by.session, by[name]].flat().includes(call))) {
            changed();
            changes++;
          }
      };
    },
  };
}
