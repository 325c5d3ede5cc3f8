import type { Session } from "@keyhold/core";
import { clearedSignedCookie, readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import { type Caller, type Context, randomText, verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import { randomChallenge } from "../webauthn/random-bytes.js";

/** What a challenge is for. A challenge is valid for this purpose alone. */
export type Purpose = "register" | "authenticate" | "sign-up" | "step-up";

/** A challenge of this browser. */
export interface Challenge {
  readonly challenge: string;
  /** The user who registers a passkey; else null. */
  readonly userId: string | null;
  /** The session that registers a passkey; else null. */
  readonly sessionId: string | null;
  /** The name for the passkey; else null. */
  readonly name: string | null;
  /** Whether the browser registers the passkey without a dialog, so that the user need not be present. */
  readonly isAutomatic: boolean;
  /** Whether the device must verify the user. */
  readonly needsVerification: boolean;
  /** The user who signs up with the passkey; else null. */
  readonly signUp: { readonly email: string; readonly name: string; readonly userHandle: string } | null;
}

/** What a challenge is bound to; the rest is null or false. */
export type Bound = Partial<Omit<Challenge, "challenge">>;

const unbound: Omit<Challenge, "challenge"> = {
  userId: null,
  sessionId: null,
  name: null,
  isAutomatic: false,
  needsVerification: false,
  signUp: null,
};

const cookie = "passkey";
const lifetimeSeconds = 300;
const secretLength = 32;
/** Ceremonies of a browser at once: a page with a filled form, and others in further tabs. */
const maxSecrets = 3;

const letters: Readonly<Record<Purpose, string>> = { register: "r", authenticate: "a", "sign-up": "s", "step-up": "p" };

const identifierOf = (purpose: Purpose, secret: string): string => verificationIdentifier(`passkey-${purpose}`, secret);

/** The secrets in the caller's cookie, newest first, each after the letter of the purpose. */
const secretsOf = (ctx: Pick<Context, "settings" | "cookieKeys">, caller: Caller): readonly string[] =>
  readSignedCookies(ctx, caller, cookie)
    .flatMap((value) => value.split("."))
    .filter((secret) => secret.length === secretLength + 1)
    .slice(0, maxSecrets);

const cookieOf = (ctx: Pick<Context, "settings" | "cookieKeys">, secrets: readonly string[]): string =>
  secrets.length === 0
    ? clearedSignedCookie(ctx, cookie)
    : signedCookie(ctx, { name: cookie, value: secrets.join("."), maxAgeSeconds: lifetimeSeconds });

/** Makes a challenge for this browser, for five minutes: answers with the cookie that contains the secret. */
export async function issueChallenge(
  ctx: Context,
  caller: Caller,
  purpose: Purpose,
  bound: Bound,
): Promise<{ readonly challenge: string; readonly cookies: readonly string[] }> {
  const secret = randomText(secretLength);
  const challenge = randomChallenge();
  const now = ctx.now();
  const value: Challenge = { ...unbound, ...bound, challenge };
  await ctx.db.insert(verificationModel, {
    identifier: identifierOf(purpose, secret),
    value: JSON.stringify(value),
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  });
  const secrets = [letters[purpose] + secret, ...secretsOf(ctx, caller)].slice(0, maxSecrets);
  return { challenge, cookies: [cookieOf(ctx, secrets)] };
}

/** Whether a challenge is of this session. */
export const isOfSession = ({ userId, sessionId }: Challenge, { userId: ownUser, id }: Session): boolean =>
  userId === ownUser && sessionId === id;

/** The challenges that a call has used up, and the cookie without them. */
export interface TakenChallenges {
  readonly challenges: readonly Challenge[];
  readonly cookies: readonly string[];
}

/**
 * Uses up the challenges of this browser for a purpose: of many callers, only one gets each challenge. Called before
 * the response is looked at, so no challenge is tried twice.
 */
export async function takeChallenges(ctx: Context, caller: Caller, purpose: Purpose): Promise<TakenChallenges> {
  const secrets = secretsOf(ctx, caller);
  const own = secrets.filter((secret) => secret.startsWith(letters[purpose]));
  const challenges: Challenge[] = [];
  for (const secret of own) {
    const row = await ctx.db.consume(verificationModel, { identifier: identifierOf(purpose, secret.slice(1)) });
    if (row && row.expiresAt > ctx.now()) challenges.push(JSON.parse(row.value) as Challenge);
  }
  return {
    challenges,
    cookies: [
      cookieOf(
        ctx,
        secrets.filter((secret) => !own.includes(secret)),
      ),
    ],
  };
}
