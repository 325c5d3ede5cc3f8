import type { Answer } from "./answer.js";
import type { SessionOf } from "./client.js";
import type { AnyClientPlugin } from "./plugin.js";
import { prepare, type Sender } from "./send.js";
import { createStore, isSame, type OwnedStore } from "./store.js";

type AnyStore = OwnedStore<unknown, string>;

/** All stores of a client: the session's and the stores of plugins. */
export interface Stores {
  readonly byName: Readonly<Record<string, AnyStore>>;
  /** A call of this tab begins. With the answer, the returned function refreshes the stores that the call has changed. */
  called(name: string): (answer: Answer<unknown>) => void;
}

export function createStores(sender: Sender, plugins: readonly AnyClientPlugin[], initialSession: unknown): Stores {
  const session: AnyStore = createStore({
    read: (signal, input) => prepare(sender, "GET /get-session", input, { signal })(),
    initial: initialSession,
    dates: plugins.flatMap((plugin) => plugin.sessionDates),
    endOf: (data) => (data as SessionOf<readonly []> | null)?.session.expiresAt,
    channel: `keyhold ${sender.base}`,
  });
  const byName: Record<string, AnyStore> = { session };
  /** How often calls of this tab have changed a store. */
  let changes = 0;

  /** Reads the session again after UNAUTHORIZED, because the session may have ended in another browser. */
  function doubt({ error }: Answer<unknown>): void {
    if (error?.code === "UNAUTHORIZED" && session.get().data) session.changed();
  }

  for (const { stores, empty } of plugins)
    for (const [name, route] of Object.entries(stores))
      byName[name] = createStore({
        async read(signal) {
          const answer = await prepare(sender, route, {}, { signal })();
          doubt(answer);
          return answer.error && answer.error.code === empty[name] ? { data: null, error: null } : answer;
        },
        isForgetful: true,
        channel: `keyhold ${sender.base} ${name}`,
      });

  const refreshes = plugins.map((plugin) => plugin.refreshes);

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
          if (isNews || refreshes.some((one) => [one.session, one[name]].flat().includes(call))) {
            changed();
            changes++;
          }
      };
    },
  };
}
