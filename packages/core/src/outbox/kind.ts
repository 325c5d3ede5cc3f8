import type { TxContext } from "../contract/context.js";
import type { FinishedOutboxEntry, KnownOutcome, OutboxAttempt, OutboxKind } from "../contract/outbox.js";
import type { Presence, Schema } from "../contract/schema.js";
import { addEntry } from "./entry/add.js";
import { outboxModule } from "./module.js";

/** The declaration of a kind. `Options`: the options of the plugin that lists the kind. */
export interface OutboxKindDeclaration<Input, Result, Options> {
  /** The schema of the input. The input is stored as JSON, encrypted with the auth's secret. */
  readonly input: Schema<Input, unknown, Presence>;
  /**
   * The work, e.g. a request to another server. Throws if the work failed: see `OutboxError` for what an error says. A
   * crash may repeat the work, as `ifUnknown` says.
   */
  readonly run: (attempt: OutboxAttempt<Input>, options: Options) => Promise<Result>;
  /**
   * What happens after an attempt of which the outcome is not known: after a crash, a timeout or a lost answer. A
   * function asks whether the work was done, and answers with the result, or with null if `run` must run. "repeat": to do
   * the work twice does no harm. "fail": the entry fails, and waits for an administrator.
   */
  readonly ifUnknown:
    | "repeat"
    | "fail"
    | ((attempt: OutboxAttempt<Input>, options: Options) => Promise<KnownOutcome<Result> | null>);
  /** Writes the result, in the transaction that ends the entry. */
  readonly finish?: (ctx: TxContext, finished: FinishedOutboxEntry<Input, Result>, options: Options) => Promise<void>;
  /** An attempt that takes longer counts as failed with an unknown outcome. Default 30. */
  readonly timeoutSeconds?: number;
  /** How long an entry is tried before the entry fails. Default 3 days. */
  readonly expiresInSeconds?: number;
  /** Whether the entries of an owner run one after another. Default true. */
  readonly isOrdered?: boolean;
  /** Whether the unfinished entries of a user are removed with the user: `owner` is the id of the user. Default false. */
  readonly endsWithOwner?: boolean;
}

const daySeconds = 86_400;

/**
 * Declares a kind of outbox entries: work for another server that follows from a change in the database, and is done
 * although the process crashes or the other server is away. List the kind in `outbox` of the plugin.
 *
 * @param name unique in the auth: the id of the plugin, a dot and the work, e.g. "billing.create-customer"
 * @example
 * const greet = defineOutboxKind("greeter.greet", {
 *   input: z.object({ name: z.string() }),
 *   run: ({ input, key, signal }) => postGreeting(input.name, { idempotencyKey: key, signal }),
 *   ifUnknown: "repeat",
 * });
 * // In a transaction, beside the rows that cause the work:
 * await greet.add(ctx, { input: { name: "Ada" }, owner: user.id });
 */
export function defineOutboxKind<Input, Result = void, Options = unknown>(
  name: string,
  declaration: OutboxKindDeclaration<Input, Result, Options>,
): OutboxKind<Input> {
  const { input: schema, run, ifUnknown, finish } = declaration;
  const kind: OutboxKind<Input> = {
    name,
    timeoutSeconds: declaration.timeoutSeconds ?? 30,
    expiresInSeconds: declaration.expiresInSeconds ?? 3 * daySeconds,
    isOrdered: declaration.isOrdered ?? true,
    endsWithOwner: declaration.endsWithOwner ?? false,
    ifUnknown: typeof ifUnknown === "function" ? "ask" : ifUnknown,
    outbox: outboxModule,
    add: (ctx, entry) => addEntry(ctx, kind, entry),
    parseInput: (json) => schema.parse(json),
    run: async (attempt, options) => run(attempt, options as Options),
    ask: async (attempt, options) => (typeof ifUnknown === "function" ? ifUnknown(attempt, options as Options) : null),
    finish: async (ctx, finished, options) =>
      finish?.(ctx, finished as FinishedOutboxEntry<Input, Result>, options as Options),
  };
  return Object.freeze(kind);
}
