import { secondsPerDay } from "../contract/config.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import type { SessionRow } from "../model/models.js";
import { actorOf } from "./actor.js";

type LifetimeContext = Pick<Context | TxContext, "settings" | "now">;
type Lifetime = Pick<SessionRow, "createdAt" | "expiresAt">;

/** The end of a session: after its idle time, and at the latest at its absolute end. */
export const endOf = ({ settings }: Pick<LifetimeContext, "settings">, { createdAt, expiresAt }: Lifetime): Date =>
  new Date(Math.min(expiresAt.getTime(), absoluteEndOf(settings, createdAt)));

/** The absolute end of a session, in milliseconds since 1970. */
export const absoluteEndOf = ({ session }: Context["settings"], createdAt: Date): number =>
  createdAt.getTime() + session.absoluteExpiresInSeconds * 1000;

/** In this order an invalid date counts as ended. */
export const hasEnded = (ctx: LifetimeContext, session: Lifetime): boolean =>
  !(endOf(ctx, session).getTime() > ctx.now().getTime());

/** The end of a new session. `maxSeconds`: for a session with a shorter lifetime. */
export function firstEnd(
  { settings, now }: LifetimeContext,
  isRemembered: boolean,
  maxSeconds = Number.POSITIVE_INFINITY,
): Date {
  const { expiresInSeconds } = settings.session;
  const seconds = Math.min(isRemembered ? expiresInSeconds : secondsPerDay, expiresInSeconds, maxSeconds);
  return new Date(now().getTime() + seconds * 1000);
}

/** The later end of a session after a request; null if it is not due. */
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

/**
 * The cookie records a sign-in without `rememberMe`, and so does the row: if the cookie is lost, a session for a day
 * must not become a long one.
 */
function isForADay({ settings }: LifetimeContext, { createdAt, expiresAt }: Lifetime): boolean {
  const lifetimeSeconds = (expiresAt.getTime() - createdAt.getTime()) / 1000;
  return settings.session.expiresInSeconds > secondsPerDay && lifetimeSeconds <= secondsPerDay;
}
