import type { Context, HookContext, TxContext } from "./context.js";
import type { AnyPlugin } from "./plugin.js";

/** A new entry of a kind. */
export interface NewOutboxEntry<Input> {
  readonly input: Input;
  /**
   * Identifies the entry in the kind, at most 255 characters. If an unfinished entry has the key, that entry gets the
   * new input, and an attempt that runs meanwhile is followed by another attempt. Default: a random text.
   */
  readonly key?: string;
  /**
   * The entries of an owner run one after another, in the order of their transactions; entries of several owners run
   * concurrently. E.g. the id of a user. Default: no owner.
   */
  readonly owner?: string;
  /** How long the entry is tried. Default: `expiresInSeconds` of the kind. */
  readonly expiresInSeconds?: number;
}

/** What a kind's functions get of an entry. */
export interface OutboxAttempt<Input> {
  readonly input: Input;
  readonly key: string;
  readonly owner: string | null;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly ctx: Context;
  /** Aborts after `timeoutSeconds` of the kind: pass it on to `fetch`. */
  readonly signal: AbortSignal;
}

/** A finished entry, with the answer of `run`. */
export interface FinishedOutboxEntry<Input, Result> extends Pick<OutboxAttempt<Input>, "input" | "key" | "owner"> {
  readonly result: Result;
}

/** The answer of a kind that was asked whether an attempt had an effect. */
export interface KnownOutcome<Result> {
  readonly result: Result;
}

/** What happens after an attempt of which the outcome is not known: after a crash, a timeout or a lost answer. */
export type IfUnknown = "repeat" | "fail" | "ask";

/** A kind of outbox entries, declared by `defineOutboxKind` and listed in `outbox` of the plugin. */
export interface OutboxKind<Input = unknown> {
  readonly name: string;
  readonly timeoutSeconds: number;
  readonly expiresInSeconds: number;
  readonly isOrdered: boolean;
  readonly endsWithOwner: boolean;
  readonly ifUnknown: IfUnknown;
  readonly outbox: OutboxModule;
  /**
   * Writes an entry in the transaction of the caller: committed together with the caller's rows, or not at all. After
   * the commit a worker runs the entry.
   */
  add(ctx: HookContext, entry: NewOutboxEntry<Input>): Promise<void>;
  parseInput(json: unknown): Input;
  run(attempt: OutboxAttempt<Input>, options: unknown): Promise<unknown>;
  ask(attempt: OutboxAttempt<Input>, options: unknown): Promise<KnownOutcome<unknown> | null>;
  finish(ctx: TxContext, finished: FinishedOutboxEntry<Input, unknown>, options: unknown): Promise<void>;
}

/** A kind with the options of the plugin that lists the kind. */
export interface RegisteredOutboxKind {
  readonly kind: OutboxKind;
  readonly options: unknown;
}

/** The outbox of an auth. */
export interface Outbox {
  readonly kinds: ReadonlyMap<string, RegisteredOutboxKind>;
  /** Runs due entries after the response, at most once in some seconds of this process. */
  workWhenDue(ctx: Context): void;
}

/**
 * The code of the outbox. Every kind refers to it, and core does not import it: an app without a kind does not load the
 * code, and has no table of it.
 */
export interface OutboxModule {
  /** The table and the server-side calls. */
  readonly plugin: AnyPlugin;
  open(kinds: Outbox["kinds"]): Outbox;
}
