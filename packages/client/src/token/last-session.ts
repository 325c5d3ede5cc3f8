import { nowMilliseconds } from "./clock.js";
import type { SessionCache } from "./ports.js";

/** The last session that the server has answered, by the clock of the server. */
export interface LastSession {
  /** The session; null if it has ended, or if the app knows no session. */
  get(): unknown;
  /** Whether a session is known, and its end has passed. */
  hasEnded(): boolean;
  /** `data`: of the route get-session. `headers`: of the response, with the server's time. */
  set(data: unknown, headers: Headers): void;
  forget(): void;
}

interface Item {
  readonly session: unknown;
  /** How far the clock of the server is ahead of the clock of the device. */
  readonly aheadMilliseconds: number;
}

export function keepLastSession(cache: SessionCache | undefined, name: string): LastSession {
  let last: Item | null | undefined;

  function read(): Item | null {
    try {
      return JSON.parse(cache?.get(name) ?? "null");
    } catch {
      return null;
    }
  }

  /** A cache that fails is empty at the next start. */
  function attempt(write: () => unknown): void {
    Promise.resolve()
      .then(write)
      .catch(() => undefined);
  }

  /** Milliseconds until the end of the known session; NaN without a known session. */
  function left(): number {
    if (last === undefined) last = read();
    const { session, aheadMilliseconds = 0 }: Partial<Item> = Object(last);
    const { expiresAt }: { readonly expiresAt?: string | Date } = Object(Object(session).session);
    return new Date(expiresAt ?? Number.NaN).getTime() - nowMilliseconds() - Number(aheadMilliseconds);
  }

  return {
    get: () => (left() > 0 ? (last?.session ?? null) : null),
    hasEnded: () => left() <= 0,
    set(data, headers) {
      const time = Date.parse(headers.get("date") ?? "");
      const item: Item = {
        session: withoutToken(data),
        aheadMilliseconds: Number.isNaN(time) ? 0 : time - nowMilliseconds(),
      };
      last = item;
      attempt(() => cache?.set(name, JSON.stringify(item)));
    },
    forget() {
      last = null;
      attempt(() => cache?.remove(name));
    },
  };
}

/** The cache of an app is no place for a secret. */
function withoutToken(data: unknown): unknown {
  const { session }: { readonly session?: object } = Object(data);
  return { ...Object(data), session: { ...session, token: "" } };
}
