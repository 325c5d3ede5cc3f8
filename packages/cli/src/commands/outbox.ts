import { type ConfigOptions, type LoadedAuth, withAuth } from "../config/load.js";
import { exitCodes, Failure } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";

/** The options of `keyhold outbox list`. */
export interface OutboxListOptions extends ConfigOptions {
  readonly state: "pending" | "failed";
  readonly kind?: string;
  readonly owner?: string;
}

/** The options of `keyhold outbox retry`. */
export interface OutboxRetryOptions extends ConfigOptions {
  readonly id?: string;
  readonly kind?: string;
  readonly owner?: string;
}

/** The options of `keyhold outbox work`. */
export interface OutboxWorkOptions extends ConfigOptions {
  readonly seconds: number;
}

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly owner: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly dueAt: Date;
}

type Filter = Pick<OutboxListOptions, "state" | "kind" | "owner">;

/** The calls of an auth with an outbox. */
interface OutboxCalls {
  listOutbox(query: Filter & { readonly limit: number; readonly cursor?: string }): Promise<EntryPage>;
  retryOutboxEntry(input: { readonly id: string }): Promise<{ readonly status: boolean }>;
  work(input: { readonly maxSeconds: number }): Promise<Worked>;
}

interface EntryPage {
  readonly entries: readonly Entry[];
  readonly nextCursor: string | null;
}

interface Worked {
  readonly done: number;
  readonly retried: number;
  readonly failed: number;
}

/** Prints the unfinished entries of a state, a line for each. */
export const outboxList = (terminal: Terminal, options: OutboxListOptions): Promise<number> =>
  withAuth(options, async (loaded) => {
    const { state, kind, owner } = options;
    let count = 0;
    for await (const entry of entriesOf(callsOf(loaded), { state, ...given({ kind, owner }) })) {
      count += 1;
      terminal.print(describe(entry));
    }
    terminal.note(`${count} ${state} ${count === 1 ? "entry" : "entries"}.`);
    return exitCodes.done;
  });

/** Makes an entry due again, or without an id every failed entry, and runs them. Exit code 1: an entry fails again. */
export const outboxRetry = (terminal: Terminal, options: OutboxRetryOptions): Promise<number> =>
  withAuth(options, async (loaded) => {
    const calls = callsOf(loaded);
    const ids = options.id === undefined ? await failedIn(calls, options) : [options.id];
    const due = new Set<string>();
    for (const id of ids) if ((await calls.retryOutboxEntry({ id })).status) due.add(id);
    if (options.id !== undefined && due.size === 0)
      throw new Failure(
        `The outbox has no entry ${options.id} of a kind of this app.`,
        "List the entries: npx keyhold outbox list",
      );
    await workOn(loaded, calls, retrySeconds);
    const again = (await failedIn(calls, {})).filter((id) => due.has(id)).length;
    terminal.print(`Tried again: ${due.size}. Failed again: ${again}.`);
    return again > 0 ? exitCodes.failed : exitCodes.done;
  });

const retrySeconds = 60;

async function failedIn(calls: OutboxCalls, { kind, owner }: OutboxRetryOptions): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of entriesOf(calls, { state: "failed", ...given({ kind, owner }) })) ids.push(id);
  return ids;
}

/** Runs the entries that are due, for a scheduled job. Exit code 1: an entry has failed for good. */
export const outboxWork = (terminal: Terminal, { seconds, ...options }: OutboxWorkOptions): Promise<number> =>
  withAuth(options, async (loaded) => {
    const worked = await workOn(loaded, callsOf(loaded), seconds);
    terminal.print(`Done: ${worked.done}. To be repeated: ${worked.retried}. Failed: ${worked.failed}.`);
    return worked.failed > 0 ? exitCodes.failed : exitCodes.done;
  });

/** Runs what is due, and waits for what runs behind calls. */
async function workOn({ auth }: LoadedAuth, calls: OutboxCalls, maxSeconds: number): Promise<Worked> {
  const worked = await calls.work({ maxSeconds });
  await auth.idle();
  return worked;
}

async function* entriesOf(calls: OutboxCalls, filter: Filter): AsyncGenerator<Entry> {
  let cursor: string | null = null;
  do {
    const page: EntryPage = await calls.listOutbox({ ...filter, limit: 100, ...(cursor !== null && { cursor }) });
    yield* page.entries;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

const given = ({ kind, owner }: Pick<OutboxRetryOptions, "kind" | "owner">) => ({
  ...(kind !== undefined && { kind }),
  ...(owner !== undefined && { owner }),
});

const describe = ({ id, kind, owner, attempts, dueAt, lastError }: Entry): string =>
  [
    id,
    kind,
    owner === null ? "no owner" : `owner ${owner}`,
    `${attempts} attempts`,
    `due ${dueAt.toISOString()}`,
    ...(lastError === null ? [] : [lastError.replaceAll(/\s+/g, " ")]),
  ].join("  ");

function callsOf({ auth, path }: LoadedAuth): OutboxCalls {
  const calls: object = auth.api;
  if (typeof Reflect.get(calls, "listOutbox") !== "function")
    throw new Failure(
      `No plugin of ${path} has an outbox.`,
      "Write `plugins: [emailOutbox()]`, with `emailOutbox` of @keyhold/core/outbox, or a plugin with kinds of its own.",
    );
  return calls as OutboxCalls;
}
