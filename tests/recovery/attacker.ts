import { accountModel, sessionModel, userModel, verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { code, done, email, newEmail, password, type Test, type Visit } from "../what-ends/world.ts";
import type { Owner } from "./owner.ts";

/** What a person may have of the user. */
export type Thing =
  | "password"
  | "mailbox"
  | "previous mailbox"
  | "session"
  | "app"
  | "passkey"
  | "backup codes"
  | "database copy";

/** A person with some things of the user, in a fork of their own. */
export interface Attacker {
  readonly fork: Test;
  /** Of the attacked user. */
  readonly userId: string;
  has(thing: Thing): boolean;
  /** A browser with the best session that the person can open; null without a session. */
  readonly visit: Visit | null;
  /** The password that the person knows; may be the result of a reset. */
  readonly password: string | undefined;
  /** Each text of the rows, if the person has a copy of the database. */
  readonly texts: readonly string[];
}

export interface Attack {
  readonly owner: Owner;
  readonly things: readonly Thing[];
  /** Whether the person waits for the end of a recovery. */
  readonly waits: boolean;
}

const chosen = "a password that the attacker chose 17";

/** The person does all that the things allow. The user reads no email, and comes back to no browser. */
export async function attack({ owner, things, waits }: Attack): Promise<Attacker> {
  const fork = await owner.world.test.fork();
  const hasPrevious = things.includes("previous mailbox");
  if (hasPrevious) await undoChange(owner, fork);
  const has = (thing: Thing): boolean => things.includes(thing) || (thing === "mailbox" && hasPrevious);
  const texts = has("database copy") ? await textsOf(fork, owner) : [];
  let known = has("password") ? password : undefined;
  // A password that is set by email is worth less than the user's, and a reset ends the sessions.
  const resets = known === undefined && !has("session");
  if (resets && (await resetWith(fork, has("mailbox") ? [await mailedToken(fork)] : texts))) known = chosen;
  const parts = { owner, fork, has, known, waits, texts };
  const ways = [useSession, usePasskey, signIn, useTexts];
  const visit = await firstOf(waits ? [signIn, ...ways] : ways, parts);
  return { fork, userId: owner.world.here.user.id, has, visit, password: known, texts };
}

/** The user changes and confirms the address; the person follows the link of the email to the previous address. */
async function undoChange({ world }: Owner, fork: Test): Promise<void> {
  const { client, browser } = fork.visit();
  done(await client.signIn.email({ email, password }));
  if (world.hasApp) done(await client.twoFactor.verifyTotp({ code: code(world.secret(), fork.clock) }));
  done(await client.changeEmail({ newEmail }));
  await browser.follow(linkIn(await fork.mailbox.waitFor(email, { kind: "confirm-email-change" })));
  await browser.follow(linkIn(await fork.mailbox.waitFor(newEmail)));
  if (!(await fork.db.exists(userModel, { email: newEmail, emailVerified: true }))) throw new Error("Not changed.");
  fork.clock.forward({ days: 6 });
  await fork.visit().browser.follow(linkIn(await fork.mailbox.waitFor(email, { kind: "email-changed" })));
}

interface Parts {
  readonly owner: Owner;
  readonly fork: Test;
  has(thing: Thing): boolean;
  readonly known: string | undefined;
  readonly waits: boolean;
  readonly texts: readonly string[];
}

async function firstOf(
  ways: readonly ((parts: Parts) => Promise<Visit | null>)[],
  parts: Parts,
): Promise<Visit | null> {
  for (const way of ways) {
    const visit = await way(parts);
    if (visit) return visit;
  }
  return null;
}

async function mailedToken({ visit, mailbox }: Test): Promise<string> {
  await visit().client.forgetPassword({ email, redirectTo: "/new" });
  const { token } = await mailbox.waitFor(email, { kind: "reset-password" });
  return token;
}

async function resetWith({ visit }: Test, tokens: readonly string[]): Promise<boolean> {
  const { client } = visit();
  for (const token of tokens) if (!(await client.resetPassword({ token, newPassword: chosen })).error) return true;
  return false;
}

/** A stolen session, and a step-up in it by each thing. */
async function useSession({ owner, fork, has, known }: Parts): Promise<Visit | null> {
  if (!has("session")) return null;
  const visit = withCookie(fork, owner.cookie.name, owner.cookie.value);
  const { stepUp } = visit.client;
  if (known !== undefined) await stepUp.password({ password: known });
  if (has("app")) await stepUp.totp({ code: code(owner.world.secret(), fork.clock) });
  if (has("backup codes")) await stepUp.backupCode({ code: owner.backupCodes[0] ?? "" });
  if (has("mailbox") && !(await stepUp.sendOtp()).error) await stepUp.otp({ code: await mailedCode(fork) });
  return (await isSignedIn(visit)) ? visit : null;
}

async function usePasskey({ owner, fork, has }: Parts): Promise<Visit | null> {
  if (!has("passkey")) return null;
  const visit = fork.visit();
  const { data } = await visit.client.passkey.generateAuthenticateOptions();
  if (data) await visit.client.passkey.verifyAuthentication({ response: owner.world.device.authenticate(data) });
  return (await isSignedIn(visit)) ? visit : null;
}

/** A sign-in by password, with a factor or without. */
async function signIn(parts: Parts): Promise<Visit | null> {
  const { fork, known } = parts;
  if (known === undefined) return null;
  const visit = fork.visit();
  await visit.client.signIn.email({ email, password: known });
  if (!(await isSignedIn(visit))) await giveFactor(parts, visit);
  if (await isSignedIn(visit)) return visit;
  return parts.waits ? recover(fork, known) : null;
}

async function giveFactor({ owner, fork, has, known = "" }: Parts, visit: Visit): Promise<void> {
  const { twoFactor } = visit.client;
  if (has("app")) await twoFactor.verifyTotp({ code: code(owner.world.secret(), fork.clock) });
  else if (has("mailbox") && !(await twoFactor.sendOtp()).error)
    await twoFactor.verifyOtp({ code: await mailedCode(fork) });
  else if (has("backup codes")) {
    await twoFactor.verifyBackupCode({ code: owner.backupCodes[0] ?? "" });
    await enrol(fork, visit, known);
  }
}

async function recover(fork: Test, known: string): Promise<Visit | null> {
  const first = fork.visit();
  await first.client.signIn.email({ email, password: known });
  await first.client.twoFactor.startRecovery();
  fork.clock.forward({ days: 3 });
  const visit = fork.visit();
  await visit.client.signIn.email({ email, password: known });
  await visit.client.twoFactor.finishRecovery();
  await enrol(fork, visit, known);
  return (await isSignedIn(visit)) ? visit : null;
}

/** Enrols an app of the attacker; answers whether the app is confirmed. */
export async function enrol({ clock }: Test, { client }: Visit, known: string | undefined): Promise<boolean> {
  const { data } = await client.twoFactor.enable({ ...(known !== undefined && { password: known }) });
  const secret = new URL(data?.totpURI ?? "none:").searchParams.get("secret");
  return secret !== null && !(await client.twoFactor.verifyTotp({ code: code(secret, clock) })).error;
}

/** Each text as the cookie of a session: unchanged, and with another text as the signature. */
async function useTexts({ owner, fork, texts }: Parts): Promise<Visit | null> {
  for (const text of texts) {
    for (const value of [text, `${text}.${text}`]) {
      const visit = withCookie(fork, owner.cookie.name, encodeURIComponent(value));
      if (await isSignedIn(visit)) return visit;
    }
  }
  return null;
}

function withCookie({ visit }: Test, name: string, value: string): Visit {
  const opened = visit();
  opened.browser.cookies.accept([`${name}=${value}; Path=/; Secure; HttpOnly`]);
  return opened;
}

async function textsOf({ db }: Test, { resetToken }: Owner): Promise<readonly string[]> {
  const options = { orderBy: "id", limit: 100 } as const;
  const identifier = verificationIdentifier("reset-password", resetToken);
  const reset = await db.find(verificationModel, { identifier });
  if (!reset) throw new Error("The reset link has no row.");
  const rows: readonly object[] = [
    reset,
    ...(await db.list(sessionModel, {}, options)),
    ...(await db.list(accountModel, {}, options)),
  ];
  return rows
    .flatMap((row): unknown[] => Object.values(row))
    .filter((value) => typeof value === "string")
    .flatMap((text) => [...new Set([text, ...text.split(":")])])
    .filter((text) => text !== "");
}

const mailedCode = async ({ mailbox }: Test): Promise<string> =>
  (await mailbox.waitFor(email, { kind: "two-factor.code" })).code;

export const isSignedIn = async ({ client }: Visit): Promise<boolean> => (await client.getSession()).data !== null;

/** Follows the link of an email, if the attacker has the mailbox and the email was sent. */
export async function followMailed(
  { fork, has }: Attacker,
  { browser }: Visit,
  kind: "confirm-email-change" | "delete-account",
): Promise<void> {
  await fork.auth.idle();
  const sent = fork.mailbox.messages.findLast((message) => message.kind === kind);
  if (has("mailbox") && sent) await browser.follow(linkIn(sent));
}
