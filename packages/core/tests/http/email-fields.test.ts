import type { EmailMessage } from "@keyhold/core";
import { type AnyEndpoint, text, userModel, withColumns } from "@keyhold/core/plugin";
import { beforeAll, describe, expect, test } from "vitest";
import { type App, alice, openApp, password } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { allEndpoints, pathOf } from "../../../../tests/harness/endpoints.ts";

/* A field with an email address takes one address: a text that a mail program reads as two addresses, or as another address, is refused. */

const managedUserModel = withColumns(userModel, { role: text().optional() });

const victim = alice.email;
/** CVE-2022-35924, CVE-2025-13033, CVE-2026-73420, and their like. */
const addresses = [
  `${victim},attacker@example.org`,
  `attacker@example.org,${victim}`,
  `${victim};attacker@example.org`,
  `${victim} attacker@example.org`,
  `Alice <${victim}>`,
  `<${victim}>`,
  `"attacker@example.org"@example.com`,
  `${victim}\uff0cattacker@example.org`,
  `alice\uff20example.com`,
  `alice\ufe6bexample.com`,
  `${victim}\uff20example.org`,
  `${victim}@example.org`,
  `${victim}\r\nBcc: attacker@example.org`,
  `${victim}%0aattacker@example.org`,
  `alice@[127.0.0.1]`,
  `${"a".repeat(310)}@example.com`,
  "",
  "@",
];
const noTexts: readonly unknown[] = [[victim, "attacker@example.org"], { address: victim }, 5, true];

const values: Readonly<Record<string, unknown>> = {
  email: victim,
  newEmail: "new@example.com",
  name: "Bob",
  password,
  otp: "000000",
  type: "sign-in",
  role: "member",
};

function fieldsOf({ input }: AnyEndpoint): Readonly<Record<string, AnyEndpoint["input"]>> {
  return "shape" in input ? (input.shape as Readonly<Record<string, AnyEndpoint["input"]>>) : {};
}

/** Routes that compare the address with a known address, or refuse any change of it. */
const codes: Readonly<Record<string, string>> = {
  "POST /update-user": "EMAIL_CAN_NOT_BE_UPDATED",
  "POST /magic-link/verify": "INVALID_TOKEN",
};

const accepts = async (schema: AnyEndpoint["input"], value: unknown): Promise<boolean> =>
  !("issues" in (await schema["~standard"].validate(value)));

const places = allEndpoints()
  .filter(({ isServerOnly, route }) => !isServerOnly && route.startsWith("POST "))
  .flatMap((endpoint) =>
    Object.keys(fieldsOf(endpoint))
      .filter((field) => /^(new)?email$/i.test(field))
      .map((field) => ({ endpoint, field, place: `${field} of ${endpoint.route}` })),
  );

test("such fields are listed", () => {
  expect(places.length).toBeGreaterThanOrEqual(10);
});

describe.each(places)("$place", ({ endpoint, field }) => {
  const messages: EmailMessage[] = [];
  let app: App;
  let browser: Browser;
  let known: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    app = openApp({
      isWhole: true,
      mail: (message) => void messages.push(message),
      user: { changeEmail: { enabled: true } },
      rateLimit: { enabled: false },
    });
    browser = app.browser();
    await browser.post("/sign-up/email", { ...alice, username: "alice" });
    const user = await app.db.find(managedUserModel, { email: victim });
    await app.db.update(managedUserModel, user?.id ?? "", { role: "admin", emailVerified: true });
    const { body } = await browser.post("/organization/create", { name: "Acme", slug: "acme" });
    known = { ...values, organizationId: Reflect.get(Object(body), "id") };
    await app.auth.idle();
    messages.length = 0;
  });

  async function send(value: unknown) {
    const input: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(fieldsOf(endpoint))) {
      if (name === "organizationId" || !(await accepts(schema, undefined))) input[name] = known[name] ?? "x";
    }
    const answer = await browser.post(pathOf(endpoint), { ...input, [field]: value });
    await app.auth.idle();
    return answer;
  }

  test.each(addresses)("refuses %j, and sends no email", async (address) => {
    const { status, body } = await send(address);
    expect([status, body?.code, messages]).toEqual([400, codes[endpoint.route] ?? "INVALID_EMAIL", []]);
  });

  test.each(noTexts)("refuses %j, and sends no email", async (value) => {
    const { status, body } = await send(value);
    const code = endpoint.route === "POST /update-user" ? codes[endpoint.route] : "VALIDATION_ERROR";
    expect([status, body?.code, messages]).toEqual([400, code, []]);
  });
});
