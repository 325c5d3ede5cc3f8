import { pagesOf } from "../adapter/pages.js";
import type { AuthMethod } from "../contract/auth-method.js";
import type { TxContext } from "../contract/context.js";
import { commonError } from "../contract/errors.js";
import type { AddedColumns } from "../contract/hooks.js";
import { type SessionRow, sessionModel, type User } from "../model/models.js";
import { fullModel } from "../model/schema.js";
import { channelsAmong, type PasswordChannel } from "../records/credential/channel.js";
import { parentOf } from "./parent.js";

/** The values of `proofColumns` in a session. */
export interface ProofRow {
  readonly amr: string | null;
  readonly authTime: Date | null;
  readonly factorTime: Date | null;
}

type ProofContext = Pick<TxContext, "schema">;

/** Whether the sessions of this auth have the columns: a plugin adds them. */
export const hasProofColumns = ({ schema }: ProofContext): boolean =>
  "authTime" in fullModel(schema, sessionModel).columns;

/** What a session knows of proofs; null without the columns. */
export function proofIn(ctx: ProofContext, session: SessionRow): ProofRow | null {
  if (!hasProofColumns(ctx)) return null;
  const { amr = null, authTime = null, factorTime = null } = session as Partial<ProofRow>;
  return { amr, authTime, factorTime };
}

/** What a session knows of the proofs of its user. */
export interface SessionProof {
  readonly methods: readonly AuthMethod[];
  /** The time of the last proof; null: the session knows of no proof. */
  readonly authTime: Date | null;
  /** The time of the last second factor; null: no second factor was given. */
  readonly factorTime: Date | null;
}

/**
 * The proofs that a session knows, by its sign-in and since; null in an auth without `proofColumns`.
 *
 * @example const hasFactor = proofOf(ctx, session)?.factorTime != null;
 */
export function proofOf(ctx: ProofContext, session: SessionRow): SessionProof | null {
  const row = proofIn(ctx, session);
  return row && { methods: methodsIn(row), authTime: row.authTime, factorTime: row.factorTime };
}

/** The columns of a session after these methods, now. "mfa": a second factor is among them. */
export const firstProof = (ctx: ProofContext, methods: readonly AuthMethod[], now: Date): AddedColumns =>
  hasProofColumns(ctx) ? write({ amr: null, authTime: null, factorTime: null }, methods, now) : {};

/** The columns of a session after another proof. */
export function furtherProof(
  ctx: ProofContext,
  session: SessionRow,
  methods: readonly AuthMethod[],
  now: Date,
): AddedColumns {
  const before = proofIn(ctx, session);
  return before ? write(before, methods, now) : {};
}

/**
 * The time of a proof that was not given in the session itself: routes that ask for a recent proof ask again. The holder
 * of a planted or stolen session adds no way to sign in.
 */
const elsewhere = new Date(0);

/** The columns of a session that comes from another session: the methods of that session, and no proof of its own. */
export function withoutFactor(ctx: ProofContext, session: SessionRow): AddedColumns {
  const proof = proofIn(ctx, session);
  return proof ? { ...proof, authTime: elsewhere, factorTime: null } : {};
}

function write(before: ProofRow, methods: readonly AuthMethod[], now: Date): AddedColumns {
  const all = [...methodsIn(before), ...methods];
  const factorTime = methods.includes("mfa") ? now : before.factorTime;
  return { amr: [...new Set(all)].join(",") || null, authTime: now, factorTime };
}

/** The methods of a proof. */
export const methodsIn = ({ amr }: Pick<ProofRow, "amr">): readonly AuthMethod[] =>
  (amr?.split(",") ?? []) as AuthMethod[];

/**
 * Whether a session of an auth with these columns knows of no proof: another server has opened the session over this
 * database, e.g. the previous library. The rows of an impersonation know of no proof, either.
 */
export function hasNoProof(session: SessionRow): boolean {
  const { authTime, factorTime } = session as Partial<ProofRow>;
  return !(authTime instanceof Date) && !(factorTime instanceof Date);
}

/** Whether a second factor was given in the session. */
export const isFactorGiven = (ctx: ProofContext, session: SessionRow): boolean =>
  (proofIn(ctx, session)?.factorTime ?? null) !== null;

/** The mailbox and the phone that a session without a second factor knows. */
export function channelsIn(ctx: ProofContext, session: SessionRow): readonly PasswordChannel[] {
  const proof = proofIn(ctx, session);
  return proof?.factorTime === null ? channelsAmong(proof.amr) : [];
}

/** Whether the session was opened by a backup code or a recovery, and no factor is confirmed since. */
export function isRecovering(ctx: ProofContext, session: SessionRow): boolean {
  const proof = proofIn(ctx, session);
  return proof !== null && methodsIn(proof).includes("recovery");
}

/**
 * Fails in a session after a recovery.
 *
 * @throws AuthError STEP_UP_REQUIRED
 */
export function requireNoRecovery(ctx: ProofContext, session: SessionRow): void {
  if (isRecovering(ctx, session)) throw commonError("STEP_UP_REQUIRED");
}

/** The row of a session whose user has confirmed a factor after the recovery. */
export function withoutRecovery<Session extends SessionRow>(ctx: ProofContext, session: Session): Session {
  const proof = proofIn(ctx, session);
  if (!proof) return session;
  const amr = methodsIn(proof).filter((method) => method !== "recovery");
  return { ...session, amr: amr.join(",") || null };
}

/** The time of the last proof. A row from before the columns has only the sign-in. */
export const lastProof = (ctx: ProofContext, session: SessionRow): Date =>
  proofIn(ctx, session)?.authTime ?? session.createdAt;

/**
 * Takes what was given after the sign-in from all sessions of a locked user: the password of these proofs has been
 * replaced. The sign-ins themselves still count.
 */
export async function forgetLaterProofs(ctx: TxContext, { id: userId }: Pick<User, "id">): Promise<void> {
  if (!hasProofColumns(ctx)) return;
  for await (const sessions of pagesOf(ctx.db, sessionModel, { userId })) {
    const later = sessions.filter((session) => lastProof(ctx, session) > session.createdAt);
    if (later.length > 0) await ctx.sessionCache?.invalidate(later.map(({ token }) => token));
    for (const session of later) {
      const authTime = parentOf(session) === null ? session.createdAt : elsewhere;
      const change: AddedColumns = { authTime, factorTime: null };
      await ctx.db.update(sessionModel, session.id, change);
    }
  }
}
