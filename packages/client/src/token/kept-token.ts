import type { TokenStore } from "./ports.js";

/** Sign-outs without a connection that wait for their request. */
const maxRevocations = 4;

/** The item of the session: less than 200 bytes. */
interface Kept {
  readonly token: string | null;
  /** Tokens of sign-outs that no server has answered. */
  readonly revoke: readonly string[];
}

const nothing: Kept = { token: null, revoke: [] };

/** The token of a session, in a store that may be slow and may fail. */
export interface KeptToken {
  /** Resolves when the store was read. A store that could not be read is read again at the next call. */
  load(): Promise<void>;
  now(): Kept;
  /** Changes what is known at once, and resolves when the store has it, or has failed. */
  set(change: Partial<Kept>): Promise<void>;
  /** Forgets a token that has ended. If another process has stored another token meanwhile, that token counts. */
  drop(token: string): Promise<void>;
}

export function keepToken(store: TokenStore, name: string): KeptToken {
  let kept = nothing;
  let loading: Promise<void> | null = null;
  /** Writes follow each other: the last one wins. */
  let writing: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    try {
      const item = await store.get(name);
      // A sign-in during the read is newer.
      if (kept === nothing) kept = parse(item) ?? nothing;
    } catch {
      // The item cannot be read, e.g. after a backup was restored on another device: the app is signed out.
      loading = null;
    }
  }

  async function write(): Promise<void> {
    const { token, revoke } = kept;
    try {
      if (token === null && revoke.length === 0) await store.remove(name);
      else await store.set(name, JSON.stringify({ token, revoke }));
    } catch {
      // The app goes on with what it has in memory.
    }
  }

  async function stored(): Promise<Kept | null> {
    try {
      await writing;
      return parse(await store.get(name));
    } catch {
      return null;
    }
  }

  function set(change: Partial<Kept>): Promise<void> {
    const next = { ...kept, ...change };
    kept = { ...next, revoke: next.revoke.slice(-maxRevocations) };
    writing = writing.then(write);
    return writing;
  }

  return {
    load() {
      loading ??= read();
      return loading;
    },
    now: () => kept,
    set,
    async drop(token) {
      const other = (await stored())?.token ?? null;
      if (kept.token === token) await set({ token: other === token ? null : other });
    },
  };
}

const wellFormed = /^[A-Za-z0-9]{32}$/;

function parse(item: string | null | undefined): Kept | null {
  try {
    const { token = null, revoke = [] }: Partial<Kept> = Object(JSON.parse(item ?? "null"));
    const isToken = (text: unknown): text is string => typeof text === "string" && wellFormed.test(text);
    return { token: isToken(token) ? token : null, revoke: Array.isArray(revoke) ? revoke.filter(isToken) : [] };
  } catch {
    return null;
  }
}
