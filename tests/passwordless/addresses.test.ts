import { readFileSync } from "node:fs";
import { emailOtp } from "@keyhold/email-otp";
import { magicLink } from "@keyhold/magic-link";
import { phoneNumber } from "@keyhold/phone-number";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";

/** What each route of links, codes and phone numbers answers to a malformed address or number. */

const otp = "12345678";
const password = "another right password";

/** The field of each route that takes an address or a number, and the other fields of a valid call. */
const routes: Readonly<Record<string, { readonly field: string; readonly more?: object }>> = {
  "/sign-in/magic-link": { field: "email" },
  "/sign-in/email-otp": { field: "email", more: { otp } },
  "/email-otp/send-verification-otp": { field: "email", more: { type: "sign-in" } },
  "/email-otp/check-verification-otp": { field: "email", more: { type: "sign-in", otp } },
  "/email-otp/verify-email": { field: "email", more: { otp } },
  "/email-otp/request-password-reset": { field: "email" },
  "/forget-password/email-otp": { field: "email" },
  "/email-otp/reset-password": { field: "email", more: { otp, password } },
  "/email-otp/request-email-change": { field: "newEmail" },
  "/email-otp/change-email": { field: "newEmail", more: { otp } },
  "/phone-number/send-otp": { field: "phoneNumber" },
  "/phone-number/verify": { field: "phoneNumber", more: { code: otp } },
  "/phone-number/verify-email": { field: "phoneNumber", more: { code: otp } },
  "/phone-number/request-password-reset": { field: "phoneNumber" },
  "/phone-number/forget-password": { field: "phoneNumber" },
  "/phone-number/reset-password": { field: "phoneNumber", more: { otp, newPassword: password } },
  "/sign-in/phone-number": { field: "phoneNumber", more: { password } },
};

const malformed: Readonly<Record<string, readonly string[]>> = {
  email: ["", "ada", "ada@", "victim@v.example,attacker@a.example", "ada＠example.com", `${"a".repeat(320)}@v.example`],
  phoneNumber: ["", "abc", "+49", "+49 151 ABCDEF", "1".repeat(400)],
};
const invalid: Readonly<Record<string, string>> = { email: "INVALID_EMAIL", phoneNumber: "INVALID_PHONE_NUMBER" };
const kindOf = (field: string): string => (field === "newEmail" ? "email" : field);

test.each(Object.entries(routes))("POST %s answers equally to each malformed value", async (path, { field, more }) => {
  const { signUp, mailbox, auth } = createTestAuth({
    plugins: [emailOtp(), magicLink(), phoneNumber({ allowedCountries: ["DE"], sendMessage: () => {} })],
    config: { user: { changeEmail: { enabled: true } }, rateLimit: { enabled: false } },
  });
  const { browser } = await signUp("bob@example.com");
  await auth.idle();
  const sent = mailbox.messages.length;
  const ask = async (value: unknown): Promise<string> => {
    const answer = await browser.post(path, { ...more, [field]: value });
    return `${answer.status} ${(await answer.json()).code}`;
  };
  for (const value of malformed[kindOf(field)] ?? [])
    expect([value, await ask(value)]).toEqual([value, `400 ${invalid[kindOf(field)]}`]);
  // A value of another type is no text: this is what "VALIDATION_ERROR" says.
  for (const value of [5, null, [], {}, undefined])
    expect([value, await ask(value)]).toEqual([value, "400 VALIDATION_ERROR"]);
  await auth.idle();
  expect(mailbox.messages).toHaveLength(sent);
});

test("every route of these plugins that takes an address or a number has a row", () => {
  const { paths } = JSON.parse(readFileSync(new URL("../../api/openapi.json", import.meta.url), "utf8"));
  const isTheirs = /^\/(magic-link|email-otp|phone-number)\/|\/(magic-link|email-otp|phone-number)$/;
  const taking = Object.entries<{ readonly post?: { readonly requestBody?: unknown } }>(paths).flatMap(
    ([path, route]) => {
      const name = path.replace("/api/auth", "");
      const body = JSON.stringify(route.post?.requestBody ?? "");
      return isTheirs.test(name) && /"(email|newEmail|phoneNumber)":/.test(body) ? [name] : [];
    },
  );
  // The field `email` of a link's page is a masked address, which is compared as text.
  const compared = ["/magic-link/verify"];
  expect(taking.filter((path) => !compared.includes(path)).toSorted()).toEqual(Object.keys(routes).toSorted());
});
