import type { CodeService } from "@keyhold/phone-number";
import { expect, test } from "vitest";
import { codeOf, number, open, type Visit } from "./fixture.ts";

/** A service that makes, sends and checks codes: a code is right once. */
function createService() {
  const codes = new Map<string, string>();
  const checks: string[] = [];
  const service: CodeService = {
    start: ({ to }) => void codes.set(to, String(100_000 + codes.size)),
    async check({ to, code }) {
      checks.push(code);
      return codes.get(to) === code && codes.delete(to);
    },
  };
  return { service, codes, checks };
}

async function prepare() {
  const { service, codes, checks } = createService();
  const fixture = open({ options: { provider: service } });
  const asked = async (visit: Visit, path = "send-otp"): Promise<string> => {
    await fixture.ask(visit, number, path);
    return codes.get(number) ?? "";
  };
  return { ...fixture, asked, checks };
}

test("a service makes and checks the codes", async () => {
  const { asked, phones, verify, visit, signedInAs, users } = await prepare();
  const browser = visit();
  const code = await asked(browser);
  expect(await codeOf(await verify(browser, "999999"))).toEqual([400, "INVALID_OTP"]);
  expect((await verify(browser, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  expect(await signedInAs(browser)).toBe((await users())[0]?.id);
  expect(await codeOf(await verify(browser, code))).toEqual([400, "INVALID_OTP"]);
  expect(phones.messages).toEqual([]);
});

test("a service is asked within the budgets, and not by a browser that has not asked", async () => {
  const { asked, checks, verify, visit } = await prepare();
  const browser = visit();
  const code = await asked(browser);
  expect(await codeOf(await verify(visit(), code))).toEqual([400, "INVALID_OTP"]);
  expect(checks).toEqual([]);
  for (let count = 0; count < 8; count += 1) await verify(browser, "999999");
  expect(checks).toHaveLength(5);
  expect(await codeOf(await verify(browser, code))).toEqual([400, "INVALID_OTP"]);
});

test("a code that the service has found right stays right after a refused password", async () => {
  const { asked, checks, member, visit } = await prepare().then(async (fixture) => {
    const person = await fixture.signUp("ada@example.com");
    const code = await fixture.asked(person as never);
    expect((await fixture.verify(person, code, { updatePhoneNumber: true })).status).toBe(200);
    fixture.checks.length = 0;
    return { ...fixture, member: person };
  });
  const browser = visit();
  const otp = await asked(browser, "request-password-reset");
  const reset = (newPassword: string) =>
    browser.browser.post("/phone-number/reset-password", { phoneNumber: number, otp, newPassword });
  expect(await codeOf(await reset("short"))).toEqual([400, "PASSWORD_TOO_SHORT"]);
  expect((await reset("another right password")).status).toBe(200);
  expect(checks).toEqual([otp]);
  expect((await member.client.getSession()).data).toBe(null);
});
