import { defineExpiringValue, type ExpiringValue, type StoredValue } from "../../adapter/expiring-value.js";
import { StorageUnavailable } from "../../adapter/unavailable.js";
import { isIn } from "../../adapter/where.js";
import type { Context } from "../../contract/context.js";
import * as z from "../../contract/schema.js";
import type { Insert } from "../../model/model.js";
import { verificationModel } from "../../model/models.js";

/*
 * A recipient has links and codes of at most three askers at once: an attacker with many browsers has no more codes to
 * guess at. The live challenges of a round are one row, so that a new round, after a success, begins without challenges.
 */

/** Who asks for a link or a code. */
export interface Asker {
  /** The fingerprint of the challenge of a browser, or the id of a session. */
  readonly id: string;
  /**
   * Whether the asker is the server, a session of the recipient, or a browser with an earlier sign-in to the account, of
   * which the address is verified. No request of another asker ends a challenge.
   */
  readonly isKnown: boolean;
}

const maxChallenges = 3;
/** Links of a single asker: an older link ends. */
const maxSecrets = 10;
/** A try fails only if another asker was first. */
const maxTries = 100;

interface Challenge {
  readonly asker: string;
  readonly isKnown: boolean;
  /** In milliseconds since 1970. */
  readonly until: number;
  /** The ids of the rows of links and codes, the latest first. */
  readonly ids: readonly string[];
}

/**
 * By the round. The list outlives the round, also if a request that stores no challenge prolongs the round by a day.
 * Pure: a bundle without plugins that send codes leaves it out.
 */
const liveChallenges = /* @__PURE__ */ declareChallenges();

function declareChallenges(): ExpiringValue<readonly Challenge[]> {
  const challenge = z.object({ asker: z.string(), isKnown: z.boolean(), until: z.number(), ids: z.array(z.string()) });
  return defineExpiringValue("mailbox-challenges", { lifetimeSeconds: 172_800, value: z.array(challenge) });
}

/** The row of a link or a code of a round. */
export interface AskedSecret {
  readonly round: string;
  readonly asker: Asker;
  readonly row: Insert<typeof verificationModel> & { readonly id: string };
}

const refusal =
  "A request for a link or a code was answered, and no message was sent: three other browsers have a live one for the same address or number. A message is sent again when one expires.";

/** Another asker was first. */
class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** The live challenges of a round as they were read; null: the round has none. */
export type ReadChallenges = StoredValue<readonly Challenge[]> | null;

/** Reads the live challenges of a round: before the code that `tryStore` is to replace. */
export const readChallenges = (ctx: Context, round: string): Promise<ReadChallenges> => liveChallenges.find(ctx, round);

/**
 * Stores a link or a code within the limit of challenges, unless another asker was admitted since `present` was read.
 * "refused": three others have a live challenge, and the asker is
 * not known. A known asker ends the oldest challenge, of an asker who is not known if there is such a challenge.
 * "overtaken": try again.
 */
export async function tryStore(
  ctx: Context,
  present: ReadChallenges,
  { round, asker, row }: AskedSecret,
): Promise<"stored" | "refused" | "overtaken"> {
  const admitted = admit(ctx, present, { asker, row });
  if (admitted === null) {
    ctx.advise("live challenges", refusal);
    return "refused";
  }
  const onConflict = (): never => {
    throw new Overtaken();
  };
  try {
    await ctx.transaction(async (ctx) => {
      if (present && !(await liveChallenges.consume(ctx, round, present.value))) throw new Overtaken();
      await ctx.db.insert(verificationModel, liveChallenges.rowOf(ctx, round, admitted.live), { onConflict });
      await ctx.db.remove(verificationModel, { id: isIn([row.id, ...admitted.ended]) });
      await ctx.db.insert(verificationModel, row, { onConflict });
    });
    return "stored";
  } catch (error) {
    if (error instanceof Overtaken) return "overtaken";
    throw error;
  }
}

/**
 * Stores a link or a code within the limit of challenges of its recipient. False: the recipient has as many, and the
 * asker is not known; then nothing is sent.
 */
export const storeAsked = (ctx: Context, secret: AskedSecret): Promise<boolean> =>
  untilFirst(async () => {
    const stored = await tryStore(ctx, await readChallenges(ctx, secret.round), secret);
    return stored === "overtaken" ? undefined : stored === "stored";
  });

/** Tries again as long as another asker was first. */
export async function untilFirst<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const done = await attempt();
    if (done !== undefined) return done;
  }
  throw new StorageUnavailable("Too many askers want a link or a code for one recipient at once.");
}

/** The challenges after the request, and the ids of the rows that end. Null: the asker gets no challenge. */
function admit(
  { now }: Pick<Context, "now">,
  present: ReadChallenges,
  { asker, row }: Omit<AskedSecret, "round">,
): { readonly live: Challenge[]; readonly ended: readonly string[] } | null {
  const live = (present?.value ?? []).filter(({ until }) => until > now().getTime());
  const own = live.find((one) => one.asker === asker.id);
  const others = live.filter((one) => one !== own);
  const ids = [row.id, ...(own?.ids.filter((id) => id !== row.id) ?? [])];
  const until = Math.max(row.expiresAt.getTime(), own?.until ?? 0);
  const isKnown = asker.isKnown || (own?.isKnown ?? false);
  const mine = { asker: asker.id, isKnown, until, ids: ids.slice(0, maxSecrets) };
  const excess = ids.slice(maxSecrets);
  if (others.length < maxChallenges) return { live: [...others, mine], ended: excess };
  if (!isKnown) return null;
  const ending = others.find((one) => !one.isKnown) ?? others[0];
  const kept = others.filter((one) => one !== ending);
  return { live: [...kept, mine], ended: [...excess, ...(ending?.ids ?? [])] };
}
