import { sessionModel, userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { emailOf, open, password } from "./fixture.ts";

/** Guests, several accounts, one-time tokens, links and codes in one auth: what two of them do to each other. */

describe("an attacker who has signed up with the address of a victim", () => {
  const isShutOut = async ({ active, signIn, visit }: ReturnType<typeof open>, attacker: ReturnType<typeof visit>) => {
    expect(await active(attacker)).not.toBe("victim");
    expect((await signIn(visit(), "victim")).status).toBe(401);
  };

  test("has a session parked beside another account: a code of the victim ends it", async () => {
    const fixture = open();
    const [attacker, victim] = [fixture.visit(), fixture.visit()];
    await fixture.signUp(attacker, "victim");
    await fixture.signUp(attacker, "eve");
    await fixture.guestIn(victim);
    expect((await fixture.signInByCode(victim, "victim")).status).toBe(200);
    expect([await fixture.accounts(attacker), await fixture.accounts(victim)]).toEqual([["eve*"], ["victim*"]]);
    await isShutOut(fixture, attacker);
  });

  test("has put a session into the victim's browser by a one-time token: a code of the victim ends it", async () => {
    const fixture = open();
    const [attacker, victim] = [fixture.visit(), fixture.visit()];
    await fixture.signUp(attacker, "victim");
    await fixture.carry(attacker, victim);
    expect((await fixture.signInByCode(victim, "victim")).status).toBe(200);
    expect(await fixture.active(victim)).toBe("victim");
    await isShutOut(fixture, attacker);
  });

  test("has put a session into the victim's browser: the link of the verification does not confirm the password", async () => {
    const fixture = open();
    const [attacker, victim] = [fixture.visit(), fixture.visit()];
    await fixture.signUp(attacker, "victim");
    await fixture.carry(attacker, victim);
    await fixture.call(victim, "/send-verification-email", { email: emailOf("victim") });
    const link = linkIn(await fixture.mailbox.waitFor(emailOf("victim"), { kind: "verify-email" }));
    const token = link.searchParams.get("token");
    expect((await fixture.call(victim, "/verify-email", { token })).status).toBe(200);
    expect(await fixture.db.find(userModel, { email: emailOf("victim") })).toMatchObject({ emailVerified: true });
    // The next proof of the mailbox, in a browser of the victim, ends what the attacker has.
    expect((await fixture.signInByCode(fixture.visit(), "victim")).status).toBe(200);
    await isShutOut(fixture, attacker);
  });
});

describe("a guest", () => {
  test("keeps the id by a code, beside the accounts of the browser", async () => {
    const fixture = open();
    const visit = fixture.visit();
    const id = await fixture.guestIn(visit);
    expect((await fixture.signInByCode(visit, "ada")).body.user).toMatchObject({ id, isAnonymous: false });
    await fixture.signUp(visit, "bob");
    await fixture.signInByCode(visit, "ada");
    expect(await fixture.accounts(visit)).toEqual(["ada*", "bob"]);
  });

  test("who signs up at a second host is one account, and the session of the first host ends", async () => {
    const fixture = open();
    const [first, second] = [fixture.visit(), fixture.visit()];
    const id = await fixture.guestIn(first);
    await fixture.carry(first, second);
    expect((await fixture.signUp(second, "ada")).body.user?.id).toBe(id);
    expect([await fixture.active(first), await fixture.active(second)]).toEqual([null, "ada"]);
    expect((await fixture.signUp(first, "bob")).body.user?.id).not.toBe(id);
  });

  test("who is parked is neither upgraded nor merged, until the browser switches back", async () => {
    const fixture = open();
    const visit = fixture.visit();
    await fixture.signUp(visit, "ada");
    await fixture.signUp(visit, "bob");
    await fixture.db.remove(sessionModel, { userId: await fixture.userIdOf("bob") });
    const id = await fixture.guestIn(visit);
    await fixture.switchTo(visit, "ada");
    expect((await fixture.signUp(visit, "cyd")).body.user?.id).not.toBe(id);
    expect(await fixture.accounts(visit)).toEqual(["Anonymous", "ada", "cyd*"]);
    await fixture.switchTo(visit, "Anonymous");
    await fixture.signIn(visit, "ada");
    expect(await fixture.accounts(visit)).toEqual(["ada*", "cyd"]);
    expect(await fixture.db.find(userModel, { id })).toBe(null);
  });

  test("who is the only owner of an organization stays a guest, also by a link, which is not used up", async () => {
    const fixture = open();
    await fixture.signUp(fixture.visit(), "ada");
    const visit = fixture.visit();
    await fixture.guestIn(visit);
    await fixture.call(visit, "/organization/create", { name: "Tea", slug: "tea" });
    expect((await fixture.signIn(visit, "ada")).body.code).toBe("YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION");
    await fixture.call(visit, "/sign-in/magic-link", { email: emailOf("ada"), callbackURL: "/home" });
    const { search } = linkIn(await fixture.mailbox.waitFor(emailOf("ada"), { kind: "magic-link.sign-in" }));
    const headers = { accept: "text/html", "sec-fetch-mode": "navigate" };
    const follow = () => visit.browser.fetch(`/magic-link/verify${search}`, { headers, redirect: "manual" });
    expect((await follow()).headers.get("location")).toContain("error=you_are_the_only_owner_of_an_organization");
    expect(await fixture.active(visit)).toBe("Anonymous");
    await fixture.call(visit, "/sign-out");
    expect((await follow()).headers.get("location")).toContain("/home");
    expect(await fixture.active(visit)).toBe("ada");
  });

  test("with a password of an administrator is a user, and signs in by no earlier session", async () => {
    const fixture = open();
    const boss = await fixture.boss();
    const visit = fixture.visit();
    const userId = await fixture.guestIn(visit);
    const given = { userId, newPassword: `${password}!` };
    expect((await fixture.call(boss, "/admin/set-user-password", given)).status).toBe(200);
    expect(await fixture.active(visit)).toBe(null);
    expect(await fixture.db.find(userModel, { id: userId })).toMatchObject({ isAnonymous: false });
  });
});

test("an administrator in the place of a guest keeps the own accounts, and the guest stays", async () => {
  const fixture = open();
  const [boss, visit] = [await fixture.boss(), fixture.visit()];
  const userId = await fixture.guestIn(visit);
  await fixture.signUp(boss, "bob");
  await fixture.switchTo(boss, "boss");
  expect((await fixture.call(boss, "/admin/impersonate-user", { userId })).status).toBe(200);
  const asked = await fixture.call(boss, "/one-time-token/generate");
  expect(asked.body.code).toBe("NOT_ALLOWED_WHILE_IMPERSONATING");
  await fixture.signIn(boss, "bob");
  expect(await fixture.accounts(boss)).toEqual(["bob*", "boss"]);
  expect(await fixture.active(visit)).toBe("Anonymous");
});

test("a session of whom a factor is required gives no one-time token, and the browser may switch", async () => {
  const due = { now: false };
  const fixture = open({}, { require: ({ name }) => due.now && name === "ada" });
  const visit = fixture.visit();
  await fixture.signUp(visit, "bob");
  await fixture.signUp(visit, "ada");
  due.now = true;
  expect((await fixture.call(visit, "/one-time-token/generate")).body.code).toBe("STEP_UP_REQUIRED");
  expect((await fixture.switchTo(visit, "bob")).status).toBe(200);
  expect(await fixture.active(visit)).toBe("bob");
});

test("a new password and a ban end the sessions of one account at every host and in every browser", async () => {
  const fixture = open();
  const boss = await fixture.boss();
  const [visit, host] = [fixture.visit(), fixture.visit()];
  await fixture.signUp(visit, "ada");
  await fixture.signUp(visit, "bob");
  await fixture.carry(visit, host);
  const userId = await fixture.userIdOf("bob");
  await fixture.call(boss, "/admin/set-user-password", { userId, newPassword: `${password}!` });
  expect([await fixture.active(visit), await fixture.active(host)]).toEqual(["ada", null]);
  await fixture.carry(visit, host);
  await fixture.call(boss, "/admin/ban-user", { userId: await fixture.userIdOf("ada") });
  expect([await fixture.active(visit), await fixture.active(host)]).toEqual([null, null]);
});

test("copies of sessions in cookies follow an upgrade, a switch and a one-time token", async () => {
  const fixture = open({ session: { cookieCache: { enabled: true, maxAgeSeconds: 300 } } });
  const [visit, host] = [fixture.visit(), fixture.visit()];
  await fixture.guestIn(visit);
  const seen = [await fixture.active(visit)];
  const steps = [
    () => fixture.signUp(visit, "ada"),
    () => fixture.signUp(visit, "bob"),
    () => fixture.switchTo(visit, "ada"),
    () => fixture.call(visit, "/sign-out", { only: "active" }),
  ];
  for (const step of steps) {
    await step();
    seen.push(await fixture.active(visit));
  }
  expect(seen).toEqual(["Anonymous", "ada", "bob", "ada", "bob"]);
  await fixture.carry(visit, host);
  expect(await fixture.active(host)).toBe("bob");
});
