import { secondsPerDay } from "../contract/config.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import type { SessionRow } from "../model/models.js";
import { actorOf } from "./actor.js";
import { parentOf } from "./parent.js";

type LifetimeContext = Pick<Context | TxContext, "settings" | "now">;
/** `clientId`: a column of token mode. */
type Began = Pick<SessionRow, "createdAt"> & { readonly clientId?: string | null };
type Lifetime = Began & Pick<SessionRow, "expiresAt">;

/** The lifetimes of a session: the lifetimes of the app, or the default. */
export function lifetimesOf(
  { session }: Context["settings"],
  clientId: string | null | undefined,
): Pick<Context["settings"]["session"], "expiresInSeconds" | "absoluteExpiresInSeconds"> {
  const clients = session.bearer ? session.bearer.clients : {};
  return clientId && Object.hasOwn(clients, clientId) ? (clients[clientId] ?? session) : session;
}

/** The end of a session: after its idle time, and at the latest at its absolute end. */
export const endOf = ({ settings }: Pick<LifetimeContext, "settings">, session: Lifetime): Date =>
  new Date(Math.min(session.expiresAt.getTime(), absoluteEndOf(settings, session)));

/** The absolute end of a session, in milliseconds since 1970. */
export const absoluteEndOf = (settings: Context["settings"], { createdAt, clientId }: Began): number =>
  createdAt.getTime() + lifetimesOf(settings, clientId).absoluteExpiresInSeconds * 1000;

/** In this order an invalid date counts as ended. */
export const hasEnded = (ctx: LifetimeContext, session: Lifetime): boolean =>
  !(endOf(ctx, session).getTime() > ctx.now().getTime());

/** Whose the new session is. `maxSeconds`: for a session with a shorter lifetime. */
interface NewLifetime {
  readonly isRemembered: boolean;
  readonly clientId: string | null;
  readonly maxSeconds?: number | undefined;
}

/** The end of a new session. */
export function firstEnd(
  { settings, now }: LifetimeContext,
  { isRemembered, clientId, maxSeconds = Number.POSITIVE_INFINITY }: NewLifetime,
): Date {
  const { expiresInSeconds } = lifetimesOf(settings, clientId);
  const seconds = Math.min(isRemembered ? expiresInSeconds : secondsPerDay, expiresInSeconds, maxSeconds);
  return new Date(now().getTime() + seconds * 1000);
}

/**
 * The later end of a session after a request; null if no change is due. A session that comes from another session ends
 * when that session would have ended.
 */
export function prolongedEnd(
  ctx: LifetimeContext & Pick<Context, "actorColumns">,
  session: SessionRow & { readonly clientId?: string | null },
  { isRemembered }: Pick<Caller, "isRemembered">,
): Date | null {
  const { updateAgeSeconds } = ctx.settings.session;
  const { expiresInSeconds } = lifetimesOf(ctx.settings, session.clientId);
  if (!isRemembered || isForADay(ctx, session) || actorOf(ctx, session) !== null || parentOf(session) !== null)
    return null;
  const now = ctx.now().getTime();
  const lastProlonged = session.expiresAt.getTime() - expiresInSeconds * 1000;
  if (lastProlonged + updateAgeSeconds * 1000 > now) return null;
  const end = Math.min(now + expiresInSeconds * 1000, absoluteEndOf(ctx.settings, session));
  return end > session.expiresAt.getTime() ? new Date(end) : null;
}

/**
 * Whether a session goes on after the browser was closed. A session of at most a day may be of a sign-in without
 * `rememberMe`: it counts as such.
 */
export const outlivesBrowser = (ctx: Pick<LifetimeContext, "settings">, session: Lifetime): boolean =>
  lifetimesOf(ctx.settings, session.clientId).expiresInSeconds > secondsPerDay && !isForADay(ctx, session);

/**
 * The cookie records a sign-in without `rememberMe`, and so does the row: if the cookie is lost, a session for a day
 * must not become a long session.
 */
function isForADay(
  { settings }: Pick<LifetimeContext, "settings">,
  { createdAt, expiresAt, clientId }: Lifetime,
): boolean {
  const lifetimeSeconds = (expiresAt.getTime() - createdAt.getTime()) / 1000;
  return lifetimesOf(settings, clientId).expiresInSeconds > secondsPerDay && lifetimeSeconds <= secondsPerDay;
}
