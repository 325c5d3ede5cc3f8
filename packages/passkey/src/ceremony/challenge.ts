import type { Session } from "@keyhold/core";
import { clearedSignedCookie, readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import { type Caller, type Context, defineExpiringValue, type ExpiringValue, randomText } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { randomChallenge } from "../webauthn/random-bytes.js";

/** What a challenge is for. A challenge is valid for this purpose alone. */
export type Purpose = "register" | "authenticate" | "sign-up" | "step-up";

const stored = z.object({
  challenge: z.string(),
  /** The user who registers a passkey; else null. */
  userId: z.string().nullable(),
  /** The session that registers a passkey; else null. */
  sessionId: z.string().nullable(),
  /** The name for the passkey; else null. */
  name: z.string().nullable(),
  /** Whether the browser registers the passkey without a dialog, so that the user need not be present. */
  isAutomatic: z.boolean(),
  /** Whether the device must verify the user. */
  needsVerification: z.boolean(),
  /** The user who signs up with the passkey; else null. */
  signUp: z.object({ email: z.string(), name: z.string(), userHandle: z.string() }).nullable(),
});

/** A challenge of this browser. */
export interface Challenge extends Readonly<z.infer<typeof stored>> {}

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

/** By the secret in the cookie. */
const challengesFor: Readonly<Record<Purpose, ExpiringValue<Challenge>>> = {
  register: defineExpiringValue("passkey-register", { lifetimeSeconds, value: stored }),
  authenticate: defineExpiringValue("passkey-authenticate", { lifetimeSeconds, value: stored }),
  "sign-up": defineExpiringValue("passkey-sign-up", { lifetimeSeconds, value: stored }),
  "step-up": defineExpiringValue("passkey-step-up", { lifetimeSeconds, value: stored }),
};

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
  await challengesFor[purpose].insert(ctx, secret, { ...unbound, ...bound, challenge });
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
    const challenge = await challengesFor[purpose].consume(ctx, secret.slice(1));
    if (challenge) challenges.push(challenge);
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
