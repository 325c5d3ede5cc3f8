import { expect, test } from "vitest";
import { alice, userModel } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { repeats } from "../../../../tests/harness/repeats.ts";
import { type MailApp, openMailApp, pathIn, prove, signUp } from "../emails.js";

/*
 * Decision 0077: random steps of the owner and of strangers, who have each mailbox that is not confirmed. No stranger
 * ever opens the account.
 */

const stepsPerRound = 100;
const addresses = ["a", "b", "c", "d"].map((name) => `${name}@example.com`);
const day = 86_400;

/** A generator of numbers below a bound (mulberry32). */
function randomOf(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** What is expected of the account. */
interface Model {
  present: string;
  /** The address that recovers the account: the present address, or the held address. */
  confirmed: string;
  /** Links that undo a change: of which address, and the end in seconds; null: while the address is held. */
  undo: { token: string; email: string; until: number | null }[];
  seconds: number;
  password: string;
}

interface Run {
  readonly app: MailApp;
  readonly id: string;
  readonly model: Model;
  readonly random: (bound: number) => number;
  /** Every reset token that was sent to an address, used or not. */
  readonly resets: { readonly email: string; readonly token: string }[];
  browser: Browser;
}

async function start(seed: number): Promise<Run> {
  const app = openMailApp({
    emailVerification: { sendOnSignUp: false, autoSignIn: seed % 2 === 0 },
    ...(seed % 3 === 0 && { emailAndPassword: { requireEmailVerification: true } }),
  });
  const [email = ""] = addresses;
  await signUp(app, { ...alice, email });
  await prove(app, email);
  const user = await app.db.find(userModel, { email });
  const model = { present: email, confirmed: email, undo: [], seconds: 0, password: alice.password };
  return { app, id: user?.id ?? "", model, random: randomOf(seed), resets: [], browser: app.browser() };
}

const isHolding = ({ model }: Run): boolean => model.present !== model.confirmed;

function wait(run: Run, seconds: number): void {
  run.app.wait(seconds);
  run.model.seconds += seconds;
  run.model.undo = run.model.undo.filter(({ until }) => until === null || until > run.model.seconds);
}

/** The emails that a call sends. */
async function mailsOf(run: Run, call: () => Promise<unknown>) {
  await run.app.auth.idle();
  run.app.mailbox.clear();
  await call();
  await run.app.auth.idle();
  const messages = [...run.app.mailbox.messages];
  for (const message of messages)
    if (message.kind === "reset-password") run.resets.push({ email: message.to, token: message.token });
  return messages;
}

const askReset = (run: Run, email: string) => mailsOf(run, () => run.app.browser().post("/forget-password", { email }));

/** The owner has the confirmed mailbox. */
async function resetByOwner(run: Run): Promise<void> {
  const { model, app } = run;
  const messages = await askReset(run, model.confirmed);
  const mail = messages.find((message) => message.kind === "reset-password");
  expect(mail?.to).toBe(model.confirmed);
  if (mail?.kind !== "reset-password") return;
  model.password = `the password ${model.seconds} ${run.random(1000)}`;
  wait(run, 2);
  const { token } = mail;
  const answer = await app.browser().post("/reset-password", { token, newPassword: model.password });
  expect(answer.status).toBe(200);
  restored(model);
}

/** The held address is the present address again. */
function restored(model: Model): void {
  model.undo = model.undo.filter(({ until }) => until !== null);
  model.present = model.confirmed;
}

/** The owner signs in, if the session has ended. The password may have ended by an undo. */
async function signInOwner(run: Run): Promise<void> {
  const { model, app } = run;
  if ((await run.browser.get("/get-session")).body !== null) {
    await run.browser.post("/step-up/password", { password: model.password });
    return;
  }
  const signIn = async () =>
    (await run.browser.post("/sign-in/email", { email: model.confirmed, password: model.password })).status;
  run.browser = app.browser();
  if ((await signIn()) !== 200) {
    await resetByOwner(run);
    expect(await signIn()).toBe(200);
  }
  wait(run, 2);
}

/** The link that verifies the present address. */
async function verifyLink(run: Run): Promise<string | null> {
  const email = run.model.present;
  const messages = await mailsOf(run, () => run.browser.post("/send-verification-email", { email }));
  const mail = messages.find((message) => message.kind === "verify-email" && message.to === email);
  return mail ? pathIn(mail) : null;
}

function confirmed({ model }: Run): void {
  model.confirmed = model.present;
  model.undo = model.undo.map((one) => ({ ...one, until: one.until ?? model.seconds + 7 * day }));
}

type Step = (run: Run) => Promise<void>;

const steps: Readonly<Record<string, Step>> = {
  async "the owner changes the address"(run) {
    const { model } = run;
    await signInOwner(run);
    const newEmail = addresses[run.random(addresses.length)] ?? "";
    if (newEmail === model.present) return;
    const wasHolding = isHolding(run);
    const messages = await mailsOf(run, () => run.browser.post("/change-email", { newEmail }));
    if (!wasHolding) {
      const mail = messages.find((message) => message.kind === "confirm-email-change");
      if (!mail) throw new Error("No email asks for the confirmation.");
      expect(mail.to).toBe(model.present);
      const told = await mailsOf(run, () => run.browser.follow(pathIn(mail)));
      const notice = told.find((message) => message.kind === "email-changed");
      const token = new URL(notice?.kind === "email-changed" ? notice.url : "").searchParams.get("token") ?? "";
      model.undo = [...model.undo.slice(0, 4), { token, email: model.present, until: null }];
    }
    if (newEmail === model.confirmed) restored(model);
    else model.present = newEmail;
    wait(run, 2);
  },
  async "a stranger verifies the present address"(run) {
    if (!isHolding(run)) return;
    const link = await verifyLink(run);
    const stranger = run.app.browser();
    if (link) await stranger.follow(link);
    expect((await stranger.get("/get-session")).body).toBe(null);
  },
  async "a stranger asks for resets"(run) {
    for (const email of addresses.filter((one) => one !== run.model.confirmed)) {
      const messages = await askReset(run, email);
      expect(messages.filter(({ kind }) => kind === "reset-password")).toEqual([]);
    }
  },
  async "strangers use the links of resets"(run) {
    const foreign = run.resets.filter(({ email }) => email !== run.model.confirmed);
    for (const { token } of foreign.slice(-4)) {
      const answer = await run.app.browser().post("/reset-password", { token, newPassword: "of a stranger" });
      expect(answer.body?.code).toBe("INVALID_TOKEN");
    }
  },
  async "a stranger signs up"(run) {
    const email = addresses[run.random(addresses.length)] ?? "";
    const reserved = [run.model.present, ...run.model.undo.map((one) => one.email)];
    const create = run.app.auth.api.createUser({ email, name: "Mallory", emailVerified: true });
    if (reserved.includes(email)) return expect(create).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
    await run.app.db.remove(userModel, { id: (await create).user.id });
  },
  async "the owner confirms in a session"(run) {
    if (!isHolding(run)) return;
    await signInOwner(run);
    const link = isHolding(run) ? await verifyLink(run) : null;
    if (!link) return;
    await run.browser.follow(link);
    confirmed(run);
  },
  async "the owner confirms by the password in the browser of the link"(run) {
    await signInOwner(run);
    const link = isHolding(run) ? await verifyLink(run) : null;
    if (!link) return;
    const other = run.app.browser();
    await other.follow(link);
    const { confirmed: email, password } = run.model;
    expect((await other.post("/sign-in/email", { email, password })).status).toBe(200);
    confirmed(run);
  },
  async "the owner cancels"(run) {
    await signInOwner(run);
    const answer = await run.browser.post("/cancel-email-change");
    expect(answer.status).toBe(isHolding(run) ? 200 : 400);
    restored(run.model);
  },
  async "an undo"(run) {
    const chosen = run.model.undo[run.random(Math.max(1, run.model.undo.length))];
    if (!chosen) return;
    expect((await run.app.browser().post("/undo-email-change", { token: chosen.token })).status).toBe(200);
    const index = run.model.undo.indexOf(chosen);
    run.model.undo = run.model.undo.slice(0, index);
    run.model.present = chosen.email;
    run.model.confirmed = chosen.email;
    expect((await run.browser.get("/get-session")).body).toBe(null);
  },
  "the owner resets the password": resetByOwner,
  async "time passes"(run) {
    wait(run, run.random(3 * day));
    await run.app.auth.api.removeExpired();
  },
};

test("no mailbox of an unconfirmed address opens an account that has a confirmed one", {
  timeout: 600_000,
}, async () => {
  const named = Object.entries(steps);
  for (let round = 0; round < repeats(60, 15); round += 1) {
    const run = await start(round);
    const done: string[] = [];
    for (let count = 0; count < stepsPerRound; count += 1) {
      const [name, step] = named[run.random(named.length)] ?? ["", async () => {}];
      done.push(name);
      await step(run);
      const { email } = (await run.app.db.find(userModel, { id: run.id })) ?? {};
      expect(email, `round ${round}: ${done.slice(-8)}`).toBe(run.model.present);
    }
  }
});
