import { RunAgain } from "../../adapter/run-again.js";
import type { HookContext } from "../../contract/context.js";
import type { NewOutboxEntry, OutboxKind } from "../../contract/outbox.js";
import { randomText } from "../../secret/random.js";
import { outboxModel, placeOf } from "../models.js";
import { runSoon } from "./work.js";

const maxKeyLength = 255;

/** Writes an entry in the caller's transaction, and runs the entry after the commit. */
export async function addEntry<Input>(
  ctx: HookContext,
  kind: OutboxKind<Input>,
  { input, key = randomText(32), owner, expiresInSeconds = kind.expiresInSeconds }: NewOutboxEntry<Input>,
): Promise<void> {
  if (!ctx.outbox?.kinds.has(kind.name))
    throw new Error(`The outbox kind "${kind.name}" is unknown: list it in \`outbox\` of its plugin.`);
  if (key.length > maxKeyLength) throw new RangeError(`A key of "${kind.name}" is longer than ${maxKeyLength}.`);
  const now = ctx.databaseClock.now();
  const expiresAt = new Date(now.getTime() + expiresInSeconds * 1000);
  const id = await replaceInput(ctx, kind, { input, key, expiresAt });
  if (id !== null) return runSoon(ctx, id);
  const row = {
    id: randomText(32),
    kind: kind.name,
    key,
    owner: owner ?? null,
    position: owner !== undefined && kind.isOrdered ? (await lastPosition(ctx, owner)) + 1 : 0,
    state: "pending",
    dueAt: now,
    attempts: 0,
    createdAt: now,
    expiresAt,
  };
  const encrypted = await encryptInput(ctx, row.id, input);
  await ctx.db.insert(
    outboxModel,
    { ...row, input: encrypted },
    {
      onConflict() {
        throw new RunAgain(`Another transaction has added the entry "${key}" of "${kind.name}".`);
      },
    },
  );
  runSoon(ctx, row.id);
}

const encryptInput = ({ encryptedValues }: HookContext, id: string, input: unknown): Promise<string> =>
  encryptedValues.encrypt(placeOf(id), JSON.stringify(input));

interface Replacement {
  readonly input: unknown;
  readonly key: string;
  readonly expiresAt: Date;
}

/** Gives an unfinished entry of this key the new input. Answers the id of the entry; null without such an entry. */
async function replaceInput(
  ctx: HookContext,
  { name: kind }: Pick<OutboxKind, "name">,
  { input, key, expiresAt }: Replacement,
): Promise<string | null> {
  const found = await ctx.db.find(outboxModel, { kind, key });
  const row = found && (await ctx.db.lock(outboxModel, found.id));
  if (!row) return null;
  const isFailed = row.state === "failed";
  await ctx.db.update(outboxModel, row.id, {
    input: await encryptInput(ctx, row.id, input),
    isReplaced: row.lease !== null,
    expiresAt,
    ...(isFailed && { state: "pending", attempts: 0, dueAt: ctx.databaseClock.now() }),
  });
  return row.id;
}

/** The position of the owner's last unfinished entry; 0 without any. */
async function lastPosition(ctx: HookContext, owner: string): Promise<number> {
  const last = { orderBy: "position", direction: "descending", limit: 1 } as const;
  const [row] = await ctx.db.list(outboxModel, { owner, state: "pending" }, last);
  return row?.position ?? 0;
}
