import { defineExpiringValue } from "../adapter/expiring-value.js";
import type { Where } from "../adapter/where.js";
import type { Context, Session, TxContext } from "../contract/context.js";
import type { AddedColumns } from "../contract/hooks.js";
import * as z from "../contract/schema.js";
import { derivedId } from "../model/derived-id.js";
import { type SessionRow, sessionModel, userModel, verificationModel } from "../model/models.js";
import { fullModel } from "../model/schema.js";
import { fingerprint } from "../secret/hash.js";
import { absoluteEndOf } from "./lifetime.js";
import { type ProofRow, proofIn } from "./proof.js";
import { failToken, hashOfStored } from "./stored-token.js";

/*
 * In token mode a session has a new token after each proof and each prolongation. The previous token works until the
 * new token is first used, so that a lost answer signs no user out, and 60 seconds more, for requests on their way. The
 * previous token never has the newer proof. A later use ends the session: two clients have the token.
 */

/** The values of `tokenColumns` in a session. */
interface TokenRow {
  readonly clientId: string | null;
  readonly previousToken: string | null;
  readonly previousAmr: string | null;
  readonly previousAuthTime: Date | null;
  readonly previousUntil: Date | null;
}

type SchemaContext = Pick<TxContext, "schema">;

const graceMilliseconds = 60_000;

/** Whether the sessions of this auth have the columns: `session.bearer` adds them. */
export const hasTokenColumns = ({ schema }: SchemaContext): boolean =>
  "previousToken" in fullModel(schema, sessionModel).columns;

/** What a session knows of previous tokens and of the app. Without the columns every value is null. */
export function tokensIn(session: SessionRow): TokenRow {
  const none = { clientId: null, previousToken: null, previousAmr: null, previousAuthTime: null, previousUntil: null };
  return { ...none, ...(session as Partial<TokenRow>) };
}

/** Whether a session was found by a token that a new token has replaced. */
export const isPrevious = (session: SessionRow): boolean => session.token === tokensIn(session).previousToken;

/**
 * A session for the caller of a replaced token: `token` is the caller's, and the proofs are as before the replacement.
 */
function asBefore<Row extends SessionRow>(
  ctx: SchemaContext,
  row: Row,
  { token, amr, authTime }: Pick<ProofRow, "amr" | "authTime"> & { readonly token: string },
): Row {
  const seen = { ...row, token, previousToken: token };
  const proof = proofIn(ctx, row);
  if (!proof) return seen;
  // A new password takes later proofs from the session: `forgetLaterProofs`.
  const given = authTime !== null && proof.authTime !== null && authTime > proof.authTime ? proof.authTime : authTime;
  const isOlder = proof.factorTime !== null && given !== null && proof.factorTime <= given;
  return { ...seen, amr, authTime: given, factorTime: isOlder ? proof.factorTime : null };
}

/** A session that has just got a new token, as the caller of the replaced token sees the session. */
export const seenByPrevious = <Row extends SessionRow>(ctx: SchemaContext, row: Row): Row => {
  const { previousToken, previousAmr: amr, previousAuthTime: authTime } = tokensIn(row);
  return previousToken === null ? row : asBefore(ctx, row, { token: previousToken, amr, authTime });
};

type Finder = SchemaContext & { readonly db: Pick<Context["db"] | TxContext["db"], "find"> } & Pick<Context, "now">;

/**
 * The session of a token that a new token has replaced; "reused" if the token ended; null if the token is unknown.
 * Three statements at most, for tokens that no session has now.
 */
export async function findByPrevious(
  ctx: Finder,
  token: string,
): Promise<Session | { readonly reused: SessionRow } | null> {
  if (!hasTokenColumns(ctx)) return null;
  const hash = fingerprint(token);
  const where: Where<typeof sessionModel> = { previousToken: hash } as object;
  const found = await ctx.db.find(sessionModel, where, { with: userModel });
  if (!found) return findByAlias(ctx, hash);
  const { previousUntil } = tokensIn(found);
  if (previousUntil !== null && previousUntil <= ctx.now()) return { reused: found };
  return seenByPrevious(ctx, found);
}

/** A further token of a session, beside the previous token: see `keepAlias`. */
const alias = z.object({
  sessionId: z.string(),
  /**
   * The previous token beside which the alias is valid. When the session has another previous token, the alias is over.
   */
  beside: z.string(),
  /** When the alias ends, as ISO text; null: the alias ends with the previous token. */
  until: z.string().nullable(),
  amr: z.string().nullable(),
  /** ISO text. */
  authTime: z.string().nullable(),
});

/** By the hash of the token, until the absolute end of the session. */
const aliases = defineExpiringValue("session-token", { lifetimeSeconds: null, value: alias });

/** The name is a hash already, so the row has the name itself. */
const placeOf = (hash: string): { readonly id: string; readonly identifier: string } => ({
  id: derivedId(`session-token ${hash}`),
  identifier: `session-token:${hash}`,
});

async function findByAlias(ctx: Finder, hash: string): Promise<Session | null> {
  const alias = (await aliases.find(ctx, { id: placeOf(hash).id }))?.value;
  if (!alias) return null;
  const found = await ctx.db.find(sessionModel, { id: alias.sessionId }, { with: userModel });
  if (!found || tokensIn(found).previousToken !== alias.beside) return null;
  const until = alias.until === null ? tokensIn(found).previousUntil : new Date(alias.until);
  if (until !== null && until <= ctx.now()) return null;
  const authTime = alias.authTime === null ? null : new Date(alias.authTime);
  return asBefore(ctx, found, { token: hash, amr: alias.amr, authTime });
}

/** A token to keep: its proofs, and its end; null: it ends with the previous token. */
interface KeptToken extends Pick<ProofRow, "amr" | "authTime"> {
  readonly beside: string;
  readonly until: Date | null;
}

async function keepAlias(ctx: TxContext, row: SessionRow, hash: string, kept: KeptToken): Promise<void> {
  const end = new Date(absoluteEndOf(ctx.settings, row));
  // As JSON a time is ISO text.
  const value = { sessionId: row.id, ...kept } as unknown as z.infer<typeof alias>;
  const stored = { ...aliases.rowOf(ctx, hash, value, end), ...placeOf(hash) };
  // The token was an alias before: it is now beside another token.
  await ctx.db.remove(verificationModel, { id: stored.id });
  await ctx.db.insert(verificationModel, stored, { onConflict: failToken });
}

/** A caller's session and the present row, locked or read under the user's lock, and the hash of the new token. */
export interface Succession {
  readonly session: Session;
  readonly present: SessionRow;
  readonly successor: string;
}

/**
 * The present row of a session as the caller of the session may see the row: without the proofs of a newer token. The
 * row is locked, so a session that was read before the lock may have been replaced since.
 */
export function seenByCaller(ctx: SchemaContext, session: SessionRow, present: SessionRow): SessionRow {
  if (isReplacedLast(session, present)) return seenByPrevious(ctx, present);
  return isPrevious(session) ? session : present;
}

/** Whether the newest token of a session has replaced the caller's. */
const isReplacedLast = ({ token }: SessionRow, present: SessionRow): boolean =>
  token === tokensIn(present).previousToken;

/**
 * The columns by which a new token replaces the caller's. What a client may hold besides stays valid: a token that was
 * given out and not used, and a token whose 60 seconds are running.
 */
export async function succeed(ctx: TxContext, { session, present, successor }: Succession): Promise<AddedColumns> {
  const proof = proofIn(ctx, seenByCaller(ctx, session, present));
  const before = { amr: proof?.amr ?? null, authTime: proof?.authTime ?? null };
  // While the previous library still runs, the row of a session has the token itself.
  const beside = hashOfStored(session.token);
  const { previousToken, previousAmr: amr, previousAuthTime: authTime, previousUntil: until } = tokensIn(present);
  if (present.token !== session.token) {
    await keepAlias(ctx, present, hashOfStored(present.token), { ...before, beside, until: null });
  } else if (previousToken && until && until > ctx.now()) {
    await keepAlias(ctx, present, previousToken, { amr, authTime, beside, until });
  }
  return {
    ...(proof && { ...proof }),
    token: successor,
    previousToken: beside,
    previousAmr: before.amr,
    previousAuthTime: before.authTime,
    previousUntil: null,
  };
}

/**
 * Whether the caller of a session may be given a new token: the caller has the session's token, or a replaced token
 * whose successor was not used.
 */
export const maySucceed = (session: SessionRow, present: SessionRow): boolean =>
  present.token === session.token ||
  ((isPrevious(session) || isReplacedLast(session, present)) && tokensIn(present).previousUntil === null);

/**
 * Notes the first use of a session's token: from then the previous token has 60 seconds. A single statement for all
 * later uses: no statement.
 */
export async function noteFirstUse(ctx: Context, session: Session): Promise<void> {
  const { previousToken, previousUntil } = tokensIn(session);
  if (previousToken === null || previousUntil !== null) return;
  await ctx.transactionOn(sessionModel, session.id, async (ctx, present) => {
    if (present.token !== session.token || tokensIn(present).previousUntil !== null) return;
    const change: AddedColumns = { previousUntil: new Date(ctx.now().getTime() + graceMilliseconds) };
    await ctx.db.update(sessionModel, session.id, change);
  });
}

/** For a token that is replaced at once, as in a cookie: no token of the session is valid beside the new token. */
export const withoutPrevious = (ctx: SchemaContext): AddedColumns =>
  hasTokenColumns(ctx) ? { previousToken: null, previousUntil: null } : {};
