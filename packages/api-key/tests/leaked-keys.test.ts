import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { apiKeyModel } from "../src/models.ts";
import { codeOf, email, type Fixture, open } from "./fixture.ts";

const leakReportSecret = "a secret that the scanner and the app have";
const url = "https://code.example/leak.txt";
let fixture: Fixture;
beforeEach(() => {
  fixture = open({ options: { leakReportSecret } });
});

interface Signing {
  readonly secret?: string | Uint8Array;
  /** Seconds by which the clock of the sender is off. */
  readonly late?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a report as a scanner sends it. */
function report(body: string, { secret = leakReportSecret, late = 0, headers = {} }: Signing = {}): Promise<Response> {
  const time = String(Math.floor(fixture.clock.now().getTime() / 1000) - late);
  const signature = createHmac("sha256", secret).update(`msg_1.${time}.${body}`).digest("base64");
  const signed = { "webhook-id": "msg_1", "webhook-timestamp": time, "webhook-signature": `v1,${signature}` };
  return fixture.auth.handler(
    new Request("https://app.example.com/api/auth/api-key/report-leaked", {
      method: "POST",
      headers: { "content-type": "application/json", ...signed, ...headers },
      body,
    }),
  );
}

const reportOf = (...tokens: string[]) => JSON.stringify(tokens.map((token) => ({ token, type: "acme_key", url })));
const leaks = () => fixture.events.filter(({ type }) => type === "api-key.leaked");
const emails = () => fixture.mailbox.messages.filter(({ kind }) => kind === "api-key.leaked");

async function ownKey() {
  const { user, browser } = await fixture.signUp(email);
  return { user, browser, ...(await fixture.auth.api.createApiKey({ userId: user.id })) };
}

describe("a signed report of leaked keys", () => {
  test("disables the keys in it, and tells their owners and the listeners, once", async () => {
    const { key, id, user, browser, start } = await ownKey();
    const organizationId = await fixture.found(browser, "acme");
    const shared = await fixture.auth.api.createApiKey({ organizationId });
    const other = await fixture.auth.api.createApiKey({ userId: user.id });
    const body = reportOf(key, shared.key, "garbage", `${key}x`);
    const answer = await report(body);
    expect([answer.status, await answer.json()]).toEqual([200, { disabled: 2 }]);
    expect(await Promise.all([key, shared.key, other.key].map(fixture.refusal))).toEqual([
      "KEY_DISABLED",
      "KEY_DISABLED",
      null,
    ]);
    expect(await fixture.principal({ "x-api-key": key })).toBe(null);
    expect(await (await report(body)).json()).toEqual({ disabled: 0 });
    await fixture.auth.idle();
    expect(leaks()).toMatchObject([
      { keyId: id, referenceId: user.id, foundAt: url, actorId: null },
      { keyId: shared.id, referenceId: organizationId, foundAt: url },
    ]);
    expect(emails()).toMatchObject([
      { to: email, key: start, foundAt: url },
      { to: email, key: shared.start },
    ]);
    expect(JSON.stringify([leaks(), emails()])).not.toContain(key);
  });

  test("disables a key by the secret that a rotation has replaced, while that secret works", async () => {
    const { key, id, browser } = await ownKey();
    await browser.post("/api-key/rotate", { keyId: id, overlapSeconds: 60 });
    expect(await (await report(reportOf(key))).json()).toEqual({ disabled: 1 });
    expect(await fixture.db.find(apiKeyModel, { id })).toMatchObject({ enabled: false });
  });

  test.each<[string, Signing]>([
    ["of another secret", { secret: "another secret that has 32 characters" }],
    ["that is too old", { late: 301 }],
    ["that is too early", { late: -302 }],
    ["without a signature", { headers: { "webhook-signature": "" } }],
    ["of another version", { headers: { "webhook-signature": `v2,${"A".repeat(43)}=` } }],
    ["of another id", { headers: { "webhook-id": "msg_2" } }],
    ["of another time", { headers: { "webhook-timestamp": "1e9" } }],
  ])("is refused with a signature %s", async (_, signing) => {
    const { key } = await ownKey();
    expect(await codeOf(await report(reportOf(key), signing))).toEqual([403, "INVALID_LEAK_REPORT"]);
    expect(await fixture.refusal(key)).toBe(null);
  });

  test("is refused by an app without a secret, also with the signature of an empty secret", async () => {
    fixture = open();
    const { key } = await ownKey();
    for (const secret of ["", "null", leakReportSecret])
      expect(await codeOf(await report(reportOf(key), { secret }))).toEqual([403, "INVALID_LEAK_REPORT"]);
    expect(await fixture.refusal(key)).toBe(null);
  });

  test.each([
    "",
    "{}",
    "null",
    "[1]",
    '[{"token":1}]',
    '[{"token":"x","url":1}]',
    JSON.stringify(Array(101).fill({ token: "" })),
  ])("is 400 with another body: %j", async (body) => {
    expect(await codeOf(await report(body))).toEqual([400, "VALIDATION_ERROR"]);
  });
});

test("the app disables keys of reports that it has verified itself", async () => {
  const { key } = await ownKey();
  const reports = [{ token: key }, { token: "garbage", url: null }];
  expect(await fixture.auth.api.disableLeakedApiKeys({ reports })).toEqual({ disabled: 1 });
  expect(await fixture.refusal(key)).toBe("KEY_DISABLED");
  expect(leaks()).toMatchObject([{ foundAt: null }]);
});

test("a rotation of a disabled key brings the old secret back at no later time", async () => {
  const { key, id, browser } = await ownKey();
  expect((await report(reportOf(key))).status).toBe(200);
  expect((await browser.post("/api-key/rotate", { keyId: id, overlapSeconds: 3600 })).status).toBe(200);
  expect((await browser.post("/api-key/update", { keyId: id, enabled: true })).status).toBe(200);
  expect(await fixture.refusal(key)).toBe("INVALID_API_KEY");
});

test("a secret in the form of Standard Webhooks signs by its bytes, or as it is", async () => {
  const bytes = Buffer.alloc(32, 7);
  const secret = `whsec_${bytes.toString("base64")}`;
  fixture = open({ options: { leakReportSecret: secret } });
  for (const by of [bytes, secret]) expect((await report(reportOf("garbage"), { secret: by })).status).toBe(200);
  const wrong = await report(reportOf("garbage"), { secret: bytes.toString("base64") });
  expect(await codeOf(wrong)).toEqual([403, "INVALID_LEAK_REPORT"]);
});
