import { expect, test } from "vitest";
import { maxChallenges, openAsking } from "./live-challenges-fixture.ts";

/* "At most 3 live challenges per address; success ends all of them and all live links of that address." */

const email = "ada@example.com";

test("an address has at most three live challenges, over links, codes and purposes, without rate limits, too", async () => {
  const { auth, askCode, askLink, newVisit, sentTo } = openAsking();
  const statuses: number[] = [];
  for (const type of ["sign-in", "sign-in", "forget-password", "email-verification"])
    statuses.push(await askCode(newVisit(), email, type));
  statuses.push(await askLink(newVisit(), email), await askLink(newVisit(), email));
  await auth.idle();
  expect(statuses).toEqual(Array(6).fill(200));
  // The third challenge is of an address without an account, which gets no email to set a password.
  expect(sentTo(email)).toBe(2);
});

test("a number has at most three live challenges", async () => {
  const { auth, askText, newVisit, texts } = openAsking();
  for (let caller = 0; caller < 6; caller += 1) expect(await askText(newVisit(), "+4915112345678")).toBe(200);
  await auth.idle();
  expect(texts).toHaveLength(maxChallenges);
});

test("a fourth browser gets an equal answer, no email and a line in the log, and the first three codes still work", async () => {
  const { codeFor, logged, newVisit, works } = openAsking();
  const asked = [];
  for (let count = 0; count < maxChallenges; count += 1) {
    const visit = newVisit();
    asked.push({ visit, code: await codeFor(visit, email) });
  }
  expect(logged).toEqual([]);
  const [first, fourth] = [newVisit(), newVisit()];
  const answer = await fourth.browser.post("/email-otp/send-verification-otp", { email, type: "sign-in" });
  const other = await first.browser.post("/email-otp/send-verification-otp", {
    email: "bob@example.com",
    type: "sign-in",
  });
  const shown = async (response: Response): Promise<unknown> => {
    const { challenge, ...body } = await response.json();
    return [response.status, body, String(challenge).length];
  };
  expect(await shown(answer)).toEqual(await shown(other));
  expect(await codeFor(fourth, email)).toBe(null);
  expect(logged.map(({ message }) => message)).toEqual([expect.stringContaining("no message was sent: three other")]);
  for (const { visit, code } of asked) expect(await works(visit, email, code)).toBe(true);
});

test("a browser that asks again has one challenge, for all purposes and its links", async () => {
  const { clock, codeFor, linkFor, newVisit } = openAsking();
  const visit = newVisit();
  for (let count = 0; count < 4; count += 1) {
    expect(await linkFor(visit, email)).not.toBe(null);
    expect(await codeFor(visit, email)).not.toBe(null);
    clock.forward({ seconds: 30 });
  }
  expect(await codeFor(newVisit(), email)).not.toBe(null);
  expect(await codeFor(newVisit(), email)).not.toBe(null);
  expect(await codeFor(newVisit(), email)).toBe(null);
  expect(await codeFor(visit, email)).not.toBe(null);
});

test("a browser has ten live links at most: the oldest ends", async () => {
  const { isLive, linkFor, newVisit } = openAsking();
  const visit = newVisit();
  const links: (string | null)[] = [];
  for (let count = 0; count < 12; count += 1) links.push(await linkFor(visit, email));
  const live = await Promise.all(links.map(isLive));
  expect(live).toEqual([false, false, ...Array(10).fill(true)]);
});

test("a challenge that has expired makes room", async () => {
  const { clock, codeFor, newVisit } = openAsking();
  for (let count = 0; count < maxChallenges; count += 1) await codeFor(newVisit(), email);
  clock.forward({ seconds: 299 });
  expect(await codeFor(newVisit(), email)).toBe(null);
  clock.forward({ seconds: 1 });
  expect(await codeFor(newVisit(), email)).not.toBe(null);
});

test("a success ends all challenges and all links of the address, and new challenges begin", async () => {
  const { codeFor, isLive, linkFor, newVisit, signIn } = openAsking();
  const [first, second, third] = [newVisit(), newVisit(), newVisit()];
  const [code, other, link] = [await codeFor(first, email), await codeFor(second, email), await linkFor(third, email)];
  expect(await isLive(link)).toBe(true);
  expect(await signIn(first, email, code)).toBe(200);
  expect(await isLive(link)).toBe(false);
  expect(await signIn(second, email, other)).toBe(400);
  for (let count = 0; count < maxChallenges; count += 1) expect(await codeFor(newVisit(), email)).not.toBe(null);
  expect(await codeFor(newVisit(), email)).toBe(null);
});

test("requests of unknown browsers never end the challenge of another browser", async () => {
  const { codeFor, newVisit, works } = openAsking();
  const victim = newVisit();
  const code = await codeFor(victim, email);
  for (let count = 0; count < 20; count += 1) await codeFor(newVisit(), email);
  expect(await works(victim, email, code)).toBe(true);
});

test("the browser with an earlier sign-in gets a code while attackers have three challenges: the oldest of these ends", async () => {
  const { codeFor, newVisit, owner, signIn, works } = openAsking();
  const ada = await owner(email);
  const attackers = [];
  for (let count = 0; count < maxChallenges; count += 1) {
    const visit = newVisit();
    attackers.push({ visit, code: await codeFor(visit, email) });
  }
  const code = await codeFor(ada, email);
  expect(code).not.toBe(null);
  // More requests of attackers do not end it.
  for (let count = 0; count < 5; count += 1) expect(await codeFor(newVisit(), email)).toBe(null);
  const live: boolean[] = [];
  for (const { visit, code } of attackers) live.push(await works(visit, email, code));
  expect(live).toEqual([false, true, true]);
  expect(await signIn(ada, email, code)).toBe(200);
});

test("a session that wants an address of another person ends no challenge of that person", async () => {
  const { auth, codeFor, mailbox, newVisit, signUp, works } = openAsking();
  const asked = [];
  for (let count = 0; count < maxChallenges; count += 1) {
    const visit = newVisit();
    asked.push({ visit, code: await codeFor(visit, email) });
  }
  const mallory = await signUp("mallory@example.com");
  await auth.idle();
  const before = mailbox.messages.length;
  const answer = await mallory.browser.post("/email-otp/request-email-change", { newEmail: email });
  await auth.idle();
  expect([answer.status, mailbox.messages.length]).toEqual([200, before]);
  for (const { visit, code } of asked) expect(await works(visit, email, code)).toBe(true);
});

test("a code that the server makes is admitted, and ends the oldest challenge of an unknown browser", async () => {
  const { auth, codeFor, newVisit, works } = openAsking();
  const first = newVisit();
  const code = await codeFor(first, email);
  for (let count = 0; count < 2; count += 1) await codeFor(newVisit(), email);
  const made = await auth.api.createVerificationOtp({ email, type: "sign-in" });
  expect(made.otp).toHaveLength(8);
  expect(await works(first, email, code)).toBe(false);
});

test("a link and the code beside it are one challenge", async () => {
  const { linkFor, newVisit } = openAsking({ withCode: true });
  for (let count = 0; count < maxChallenges; count += 1) expect(await linkFor(newVisit(), email)).not.toBe(null);
  expect(await linkFor(newVisit(), email)).toBe(null);
});

test("two windows of the limit of emails that meet give no more than three live challenges", async () => {
  const limits = { "/email-otp/send-verification-otp": false } as const;
  const { clock, codeFor, newVisit, works } = openAsking({ rateLimit: { enabled: true, limits } });
  const asked: { readonly visit: ReturnType<typeof newVisit>; readonly code: string | null }[] = [];
  const ask = async (): Promise<void> => {
    const visit = newVisit();
    asked.push({ visit, code: await codeFor(visit, email) });
  };
  await ask();
  clock.forward({ seconds: 899 });
  for (let count = 0; count < 2; count += 1) await ask();
  clock.forward({ seconds: 1 });
  for (let count = 0; count < 3; count += 1) await ask();
  const live: boolean[] = [];
  for (const { visit, code } of asked) live.push(code !== null && (await works(visit, email, code)));
  expect(live).toEqual([false, true, true, true, false, false]);
});

test("a request at the end of the day of an address ends no code and no link that a user waits for", async () => {
  const { clock, codeFor, isLive, linkFor, newVisit, signIn } = openAsking();
  const [owner, attacker] = [newVisit(), newVisit()];
  await codeFor(attacker, email);
  clock.forward({ seconds: 86_400 - 620 });
  const link = await linkFor(owner, email);
  clock.forward({ seconds: 310 });
  const code = await codeFor(owner, email);
  clock.forward({ seconds: 20 });
  expect(await codeFor(attacker, email)).not.toBe(null);
  expect(await isLive(link)).toBe(true);
  expect(await signIn(owner, email, code)).toBe(200);
});

test("browsers of an account that was made with the address of another person end no challenge of that person", async () => {
  const { codeFor, isLive, linkFor, newVisit, signUp, works } = openAsking();
  const password = "correct horse battery staple";
  await signUp(email, { password });
  const owner = newVisit();
  const [code, link] = [await codeFor(owner, email), await linkFor(owner, email)];
  for (let count = 0; count < 4; count += 1) {
    const { browser, ...visit } = newVisit();
    expect((await browser.post("/sign-in/email", { email, password })).status).toBe(200);
    await codeFor({ browser, ...visit }, email);
    await linkFor({ browser, ...visit }, email);
  }
  expect(await works(owner, email, code)).toBe(true);
  expect(await isLive(link)).toBe(true);
});

test.each(["a code", "the link of the sign-up's email"])(
  "browsers that signed in before the owner claimed the account by %s end no challenge of the owner afterwards",
  async (way) => {
    const { auth, codeFor, mailbox, newVisit, signIn, signUp, works } = openAsking();
    const password = "correct horse battery staple";
    await signUp(email, { password });
    const attackers = Array.from({ length: 4 }, newVisit);
    for (const { browser } of attackers) {
      expect((await browser.post("/sign-in/email", { email, password })).status).toBe(200);
      await browser.post("/sign-out", {});
    }
    const owner = newVisit();
    if (way === "a code") {
      expect(await signIn(owner, email, await codeFor(owner, email))).toBe(200);
    } else {
      await auth.idle();
      await owner.browser.fetch(mailbox.lastTo(email, "verify-email")?.url ?? "");
    }
    await owner.browser.post("/sign-out", {});
    const code = await codeFor(owner, email);
    for (const attacker of attackers) await codeFor(attacker, email);
    expect(await works(owner, email, code)).toBe(true);
    for (let count = 0; count < maxChallenges; count += 1) await codeFor(newVisit(), email);
    expect(await codeFor(owner, email)).not.toBe(null);
  },
);

/** The owner of the address sets another password by the link of an email. */
async function claimByReset({ auth, clock, mailbox, newVisit }: ReturnType<typeof openAsking>, newPassword: string) {
  await newVisit().browser.post("/request-password-reset", { email });
  await auth.idle();
  const { token } = mailbox.lastTo(email, "reset-password") ?? expect.fail();
  expect((await newVisit().browser.post("/reset-password", { token, newPassword })).status).toBe(200);
  clock.forward({ seconds: 2 });
}

test("a browser that signs in with the password of the owner after the claim gets a code beside three attackers", async () => {
  const opened = openAsking();
  const { codeFor, newVisit, signUp } = opened;
  const [before, after] = ["correct horse battery staple", "another horse battery staple"];
  await signUp(email, { password: before });
  const attacker = newVisit();
  await attacker.browser.post("/sign-in/email", { email, password: before });
  await claimByReset(opened, after);
  const desktop = newVisit();
  expect((await desktop.browser.post("/sign-in/email", { email, password: after })).status).toBe(200);
  await desktop.browser.post("/sign-out", {});
  for (let count = 0; count < maxChallenges; count += 1) expect(await codeFor(newVisit(), email)).not.toBe(null);
  expect(await codeFor(attacker, email)).toBe(null);
  expect(await codeFor(desktop, email)).not.toBe(null);
});

test("a browser from before the claim is known again after a sign-in with the password of the owner", async () => {
  const opened = openAsking();
  const { codeFor, newVisit, signUp } = opened;
  const [before, after] = ["correct horse battery staple", "another horse battery staple"];
  await signUp(email, { password: before });
  const desktop = newVisit();
  await desktop.browser.post("/sign-in/email", { email, password: before });
  await claimByReset(opened, after);
  expect((await desktop.browser.post("/sign-in/email", { email, password: after })).status).toBe(200);
  await desktop.browser.post("/sign-out", {});
  for (let count = 0; count < maxChallenges; count += 1) expect(await codeFor(newVisit(), email)).not.toBe(null);
  expect(await codeFor(desktop, email)).not.toBe(null);
});
