import { secondsPerDay } from "../contract/config.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import type { SessionRow } from "../model/models.js";
import { actorOf } from "./actor.js";

type LifetimeContext = Pick<Context | TxContext, "settings" | "now">;
type Lifetime = Pick<SessionRow, "createdAt" | "expiresAt">;

/** When a session ends: when nobody has come for long enough, and whatever happens so long after the sign-in. */
export const endOf = ({ settings }: Pick<LifetimeContext, "settings">, { createdAt, expiresAt }: Lifetime): Date =>
  new Date(Math.min(expiresAt.getTime(), absoluteEndOf(settings, createdAt)));

/** When a session ends at the latest, in milliseconds since 1970. */
export const absoluteEndOf = ({ session }: Context["settings"], createdAt: Date): number =>
  createdAt.getTime() + session.absoluteExpiresInSeconds * 1000;

/** Asked this way round, a date that cannot be read has passed, too. */
export const hasEnded = (ctx: LifetimeContext, session: Lifetime): boolean =>
  !(endOf(ctx, session).getTime() > ctx.now().getTime());

/** The end that a session gets that is opened now. `maxSeconds`: for one that must end sooner. */
export function firstEnd(
  { settings, now }: LifetimeContext,
  isRemembered: boolean,
  maxSeconds = Number.POSITIVE_INFINITY,
): Date {
  const { expiresInSeconds } = settings.session;
  const seconds = Math.min(isRemembered ? expiresInSeconds : secondsPerDay, expiresInSeconds, maxSeconds);
  return new Date(now().getTime() + seconds * 1000);
}

/** The later end that a visit gives a session; null when none is due. */
export function prolongedEnd(
  ctx: LifetimeContext & Pick<Context, "actorColumns">,
  session: SessionRow,
  { isRemembered }: Pick<Caller, "isRemembered">,
): Date | null {
  const { expiresInSeconds, updateAgeSeconds } = ctx.settings.session;
  if (!isRemembered || isForADay(ctx, session) || actorOf(ctx, session) !== null) return null;
  const now = ctx.now().getTime();
  const lastProlonged = session.expiresAt.getTime() - expiresInSeconds * 1000;
  if (lastProlonged + updateAgeSeconds * 1000 > now) return null;
  const end = Math.min(now + expiresInSeconds * 1000, absoluteEndOf(ctx.settings, session.createdAt));
  return end > session.expiresAt.getTime() ? new Date(end) : null;
}

/** The cookie says that a person is not to be remembered, but so does the row: a lost cookie must not make a session for a day a long one. */
function isForADay({ settings }: LifetimeContext, { createdAt, expiresAt }: Lifetime): boolean {
  const lifetimeSeconds = (expiresAt.getTime() - createdAt.getTime()) / 1000;
  return settings.session.expiresInSeconds > secondsPerDay && lifetimeSeconds <= secondsPerDay;
}
