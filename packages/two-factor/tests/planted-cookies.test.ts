import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import { expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { type Fixture, open, password } from "./fixture.ts";

/** Cookies that a sibling subdomain, or a header written by hand, brings beside the browser's cookies. */

const name = "__Host-keyhold.two_factor";
/** A call with a `Cookie` header written by hand. */
const post = ({ auth }: Pick<Fixture, "auth">, path: string, cookie: string, body: object): Promise<Response> =>
  auth.handler(
    new Request(`https://app.example.com/api/auth${path}`, {
      method: "POST",
      headers: { cookie, origin: "https://app.example.com", "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

const pairOf = ({ browser }: Pick<Fixture, "browser">): string => `${name}=${browser.cookies.get(name) ?? ""}`;

test("a planted pending sign-in swaps no account: a session enrols its own user", async () => {
  const rule = { isRequired: false };
  const fixture = open({ options: { require: () => rule.isRequired } });
  const ada = await fixture.signUp("ada@example.com", { username: "ada" });
  await fixture.signUp("eve@example.com", { username: "eve" });
  rule.isRequired = true;
  const eve = await fixture.begin("eve@example.com");
  const { browser } = ada;
  const header = `${pairOf(eve)}; ${browser.cookies.header() ?? ""}`;
  const answer = await post(fixture, "/two-factor/enable", header, { password });
  const { totpURI } = await answer.json();
  expect(decodeURIComponent(totpURI)).toContain("ada@example.com");
});

test("a pending sign-in beside a session of the browser goes on, and one after the session has ended", async () => {
  const fixture = open();
  const [ada, bob] = [await fixture.enrol("ada"), await fixture.enrol("bob")];
  expect((await ada.client.signIn.email({ email: bob.email, password })).data).toMatchObject({
    twoFactorRedirect: true,
  });
  expect((await ada.client.twoFactor.verifyTotp({ code: fixture.codeAt(bob.secret) })).data).toMatchObject({
    user: { email: bob.email },
  });
  expect((await ada.client.getSession()).data?.user.email).toBe(bob.email);
});

test("a pending sign-in goes on after the session of the browser has got a new token", async () => {
  const fixture = open();
  const [ada, bob] = [await fixture.enrol("ada"), await fixture.enrol("bob")];
  await ada.client.signIn.email({ email: bob.email, password });
  expect((await ada.client.stepUp.password({ password })).error).toBe(null);
  expect((await ada.client.twoFactor.verifyTotp({ code: fixture.codeAt(bob.secret) })).data).toMatchObject({
    user: { email: bob.email },
  });
});

test("a pending sign-in of the version that names the token of the session goes on, and a planted one does not", async () => {
  const fixture = open();
  const [ada, bob] = [await fixture.enrol("ada"), await fixture.enrol("bob")];
  await ada.client.signIn.email({ email: bob.email, password });
  const identifier = verificationIdentifier("pending-sign-in", bob.user.id);
  const row = await fixture.db.find(verificationModel, { identifier });
  if (!row) throw new Error("No pending sign-in.");
  const [session] = await fixture.sessionsOf(ada.user.id);
  const { besidesSession: _, ...kept } = JSON.parse(row.value);
  const rewrite = async (besides: string | undefined) => {
    await fixture.db.remove(verificationModel, { identifier });
    await fixture.db.insert(verificationModel, { ...row, value: JSON.stringify({ ...kept, besides }) });
  };
  await rewrite("of another session");
  const code = fixture.codeAt(bob.secret);
  expect((await ada.client.twoFactor.verifyTotp({ code })).error?.code).toBe("INVALID_CODE");
  await rewrite(session?.token);
  expect((await ada.client.twoFactor.verifyTotp({ code })).data).toMatchObject({ user: { email: bob.email } });
});

test("150 signed cookies of pending sign-ins cost three lookups, and one removal at the sign-out", async () => {
  const ran: string[] = [];
  const database = sqlite(noting(new DatabaseSync(":memory:"), ran));
  const fixture = open({ database });
  await (await planMigration(database, fixture.auth.schema)).apply();
  const { email } = await fixture.enrol("ada");
  const pairs: string[] = [];
  for (let number = 0; number < 6; number += 1) pairs.push(pairOf(await fixture.begin(email)));
  const cookie = Array.from({ length: 25 }, () => pairs)
    .flat()
    .join("; ");
  const callsOf = async (path: string, body: object) => {
    await fixture.auth.idle();
    await fixture.auth.api.removeExpired();
    ran.length = 0;
    await post(fixture, path, cookie, body);
    return ran.map(shorten).filter((statement) => statement.includes("verification"));
  };
  expect(await callsOf("/sign-out", {})).toEqual(['delete "verification"']);
  const lookups = await callsOf("/two-factor/verify-totp", { code: "123456" });
  expect(lookups).toEqual(Array.from({ length: 3 }, () => 'select "verification"'));
});

test("a stranger with the password uses up no sent codes of a browser that has given a factor", async () => {
  const fixture = open({ config: { rateLimit: { enabled: true } } });
  const email = "ada@example.com";
  await fixture.auth.api.createUser({ email, name: "Ada", username: "ada", password, emailVerified: true });
  const owner = await fixture.begin(email);
  expect((await owner.client.twoFactor.enable({ password, method: "otp" })).error).toBe(null);
  await owner.client.signOut();
  const codes: (string | null)[] = [];
  for (let number = 0; number < 4; number += 1) {
    fixture.clock.forward({ minutes: 1 });
    codes.push((await (await fixture.begin(email)).client.twoFactor.sendOtp()).error?.code ?? null);
  }
  expect(codes).toEqual([null, null, null, "TOO_MANY_ATTEMPTS"]);
  fixture.clock.forward({ seconds: 30 });
  await owner.client.signIn.email({ email, password });
  expect((await owner.client.twoFactor.sendOtp()).error).toBe(null);
});
