import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { userModel } from "@keyhold/core/plugin";
import { emailOtp } from "@keyhold/email-otp";
import { magicLink } from "@keyhold/magic-link";
import { phoneNumber } from "@keyhold/phone-number";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { noting, shorten } from "../harness/noted-statements.ts";

/*
 * What an attacker learns of an address or a number from a request without a session: each route answers with equal
 * status, body and names of cookies, and runs equal statements before the answer, with and without an account. The time
 * of an answer follows from its statements, hashes and emails; emails are sent after the answer.
 */

const email = { known: "ada@example.com", unknown: "bob@example.com" };
const number = { known: "+4915112345678", unknown: "+4915187654321" };
const password = "another right password";

interface Route {
  readonly of: "email" | "number";
  /** The route sends a code or a link: what is sent is decided after the answer, behind the writes. */
  readonly sends?: true;
  /** The request before, of the same browser, that asks for a code. */
  readonly asked?: readonly [path: string, more?: object];
  readonly more?: object;
}

const codeTo = (type: string): Route["asked"] => ["/email-otp/send-verification-otp", { type }];
const otp = "00000000";
const texted: Route["asked"] = ["/phone-number/send-otp"];

const routes: Readonly<Record<string, Route>> = {
  "/sign-in/magic-link": { of: "email", sends: true },
  "/magic-link/verify-code": { of: "email", asked: ["/sign-in/magic-link"], more: { code: otp } },
  "/email-otp/send-verification-otp": { of: "email", sends: true, more: { type: "sign-in" } },
  "/email-otp/request-password-reset": { of: "email", sends: true },
  "/forget-password/email-otp": { of: "email", sends: true },
  "/sign-in/email-otp": { of: "email", asked: codeTo("sign-in"), more: { otp } },
  "/email-otp/check-verification-otp": { of: "email", asked: codeTo("sign-in"), more: { type: "sign-in", otp } },
  "/email-otp/verify-email": { of: "email", asked: codeTo("email-verification"), more: { otp } },
  "/email-otp/reset-password": { of: "email", asked: codeTo("forget-password"), more: { otp, password } },
  "/phone-number/send-otp": { of: "number", sends: true },
  "/phone-number/request-password-reset": { of: "number", sends: true },
  "/phone-number/forget-password": { of: "number", sends: true },
  "/phone-number/verify": { of: "number", asked: texted, more: { code: "000000" } },
  "/phone-number/verify-email": { of: "number", asked: texted, more: { code: otp } },
  "/phone-number/reset-password": {
    of: "number",
    asked: ["/phone-number/request-password-reset"],
    more: { otp: "000000", newPassword: password },
  },
  "/sign-in/phone-number": { of: "number", more: { password: "a wrong password" } },
};

/** Routes of these plugins that take no address or number of a person without a session, each with the reason. */
const others: Readonly<Record<string, string>> = {
  "/magic-link/verify": "takes the token of a link",
  "/email-otp/request-email-change": "of a session",
  "/email-otp/change-email": "of a session",
  "/phone-number/remove": "of a session",
};

/** An auth whose statements are noted, with a user of the known address and number. */
async function open(disableSignUp: boolean) {
  const ran: string[] = [];
  const database = sqlite(noting(new DatabaseSync(":memory:"), ran));
  const sendMessage = (): void => {};
  const fixture = createTestAuth({
    plugins: [
      emailOtp({ disableSignUp }),
      magicLink({ disableSignUp, withCode: true }),
      phoneNumber({ allowedCountries: ["DE"], sendMessage, disableSignUp }),
    ],
    config: { database, rateLimit: { enabled: true, limits: {} } },
  });
  await (await planMigration(database, fixture.auth.schema)).apply();
  const ada = await fixture.signUp(email.known);
  const verified: object = { emailVerified: true, phoneNumber: number.known, phoneNumberVerified: true };
  await fixture.db.update(userModel, ada.user.id, verified);
  return { ...fixture, ran };
}

/** What a browser without a session learns: the answer, and the statements before the answer. */
async function learned(world: Awaited<ReturnType<typeof open>>, path: string, who: "known" | "unknown") {
  const { auth, clock, ran, visit } = world;
  const { of, sends, asked, more } = routes[path] ?? expect.fail();
  const named = of === "email" ? { email: email[who] } : { phoneNumber: number[who] };
  // Another network each time: the limits of a client are its own.
  const { browser } = visit({ ipAddress: who === "known" ? "203.0.113.7" : "198.51.100.7" });
  if (asked) expect((await browser.post(asked[0], { ...named, ...asked[1] })).status).toBe(200);
  await auth.idle();
  await auth.api.removeExpired();
  clock.forward({ seconds: 1 });
  ran.length = 0;
  const answer = await browser.post(path, { ...named, ...more });
  const statements = ran.map(shorten);
  const { challenge = null, ...body } = await answer.json();
  const cookies = answer.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ""));
  return {
    seen: { status: answer.status, body, cookies, challenge: typeof challenge },
    statements: sends
      ? statements.slice(0, statements.findLastIndex((one) => one.startsWith("insert")) + 1)
      : statements,
  };
}

test.each(
  Object.keys(routes).flatMap((path) => [[path, "creates accounts"] as const, [path, "creates none"] as const]),
)("POST %s, where a code %s, tells nothing of an account", async (path, signUps) => {
  const world = await open(signUps === "creates none");
  const [known, unknown] = [await learned(world, path, "known"), await learned(world, path, "unknown")];
  expect(unknown.seen).toEqual(known.seen);
  expect(known.statements.length).toBeGreaterThan(0);
  expect(unknown.statements).toEqual(known.statements);
});

test("every route of these plugins has a row or a reason", () => {
  const { paths } = JSON.parse(readFileSync(new URL("../../api/openapi.json", import.meta.url), "utf8"));
  const isTheirs = /^\/(magic-link|email-otp|phone-number)\/|\/(magic-link|email-otp|phone-number)$/;
  const theirs = Object.keys(paths)
    .map((path) => path.replace("/api/auth", ""))
    .filter((path) => isTheirs.test(path));
  expect(theirs.toSorted()).toEqual([...Object.keys(routes), ...Object.keys(others)].toSorted());
});
