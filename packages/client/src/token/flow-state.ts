import { nowMilliseconds } from "./clock.js";
import type { TokenStore } from "./ports.js";

/** A value that lives longer is of a trusted device, and is stored. A value of a flow stays in memory. */
const minStoredSeconds = 3600;

type Entry = readonly [value: string, endsAt: number];

/** What a browser keeps in signed cookies: pending sign-ins, challenges, trusted devices. */
export interface FlowState {
  load(): Promise<void>;
  /** The header `auth-state`; null without a value. */
  header(): string | null;
  /** Takes the header `set-auth-state`. */
  take(header: string): Promise<void>;
}

export function keepFlowState(store: TokenStore, name: string): FlowState {
  const entries = new Map<string, Entry>();
  let loading: Promise<void> | null = null;
  let writing: Promise<void> = Promise.resolve();

  function forgetEnded(): void {
    for (const [key, [, endsAt]] of entries) if (endsAt <= nowMilliseconds()) entries.delete(key);
  }

  async function read(): Promise<void> {
    try {
      const known = parse(await store.get(name));
      for (const [key, entry] of Object.entries(known)) if (!entries.has(key)) entries.set(key, entry);
    } catch {
      // A store that could not be read is read again at the next call.
      loading = null;
    }
  }

  async function write(): Promise<void> {
    const stored = [...entries].filter(([, [, endsAt]]) => endsAt - nowMilliseconds() > minStoredSeconds * 1000);
    try {
      if (stored.length === 0) await store.remove(name);
      else await store.set(name, JSON.stringify(Object.fromEntries(stored)));
    } catch {
      // The app goes on with what it has in memory.
    }
  }

  return {
    load() {
      loading ??= read();
      return loading;
    },
    header() {
      forgetEnded();
      return [...entries].map(([key, [value]]) => `${key}=${value}`).join("; ") || null;
    },
    async take(header) {
      let isStored = false;
      for (const line of header.split(/, */)) {
        const [, key = "", value = "", age = "0"] = /^([\w.-]+)=([^;]*); *Max-Age=(\d+)/i.exec(line) ?? [];
        if (key === "") continue;
        const seconds = Number(age);
        isStored ||= seconds > minStoredSeconds || isLong(entries.get(key));
        if (seconds === 0) entries.delete(key);
        else entries.set(key, [value, nowMilliseconds() + seconds * 1000]);
      }
      if (isStored) writing = writing.then(write);
      await writing;
    },
  };
}

const isLong = (entry: Entry | undefined): boolean =>
  entry !== undefined && entry[1] - nowMilliseconds() > minStoredSeconds * 1000;

/** The entries of an item. An item of another form has no entries: the device is not trusted any more. */
function parse(item: string | null | undefined): Readonly<Record<string, Entry>> {
  try {
    const known: Readonly<Record<string, Entry>> = Object(JSON.parse(item ?? "{}"));
    return Object.fromEntries(Object.entries(known).filter(([, [value]]) => typeof value === "string"));
  } catch {
    return {};
  }
}
