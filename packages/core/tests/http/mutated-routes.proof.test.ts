import { describe, expect, test } from "vitest";
import { alice, openApp } from "../../../../tests/harness/app.ts";
import { type Browser, readAnswer } from "../../../../tests/harness/browser.ts";
import { allEndpoints, pathOf } from "../../../../tests/harness/endpoints.ts";
import { createDice } from "../../../../tests/harness/mutate.ts";
import { mutateRequest } from "../../../../tests/harness/mutated-request.ts";

const requestsOfRoute = 60;
const verifier = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ";

/** Each read asks the provider, which does not answer here: sixty reads would wait a minute. */
const waitsForProvider = "GET /billing/checkout";

const listed = allEndpoints()
  .filter(({ isServerOnly, route }) => !isServerOnly && route !== waitsForProvider)
  .map((endpoint) => ({
    method: endpoint.route.split(" ")[0] ?? "GET",
    path: pathOf(endpoint).replaceAll(/:\w+/g, "x"),
    fields: Object.keys("shape" in endpoint.input ? Object(endpoint.input.shape) : {}),
  }));

/** Values that a route accepts; each other field gets a short text. */
async function validValues(browser: Browser): Promise<Readonly<Record<string, unknown>>> {
  const key = (await browser.post("/api-key/create", { name: "CI" })).body as { readonly id: string } | null;
  const code = (await browser.post("/device/code", { client_id: "cli" })).body as {
    readonly device_code: string;
    readonly user_code: string;
  } | null;
  const team = (await browser.post("/organization/create", { name: "A", slug: "a" })).body as {
    readonly id: string;
  } | null;
  return {
    ...alice,
    provider: "google",
    idToken: { token: "x.y.z", nonce: "once-x" },
    callbackURL: "/",
    keyId: key?.id,
    id: key?.id,
    expiresIn: 86_400,
    metadata: { a: 1 },
    permissions: { files: ["read"] },
    organizationId: team?.id,
    userCode: code?.user_code,
    user_code: code?.user_code,
    device_code: code?.device_code,
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    client_id: "cli",
    redirect_uri: "https://example.com/app/signed-in",
    state: "state",
    code: verifier,
    code_verifier: verifier,
    code_challenge: verifier,
    code_challenge_method: "S256",
    purpose: "link",
  };
}

test("social-nonce, devices, keys, tokens and native apps are among the routes", () => {
  const paths = listed.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      ...["/sign-in/social-nonce", "/device/code", "/device/token", "/device/approve", "/api-key/create"],
      ...["/api-key/report-leaked", "/token", "/jwks", "/native/authorize", "/native/token", "/native/request"],
    ]),
  );
});

/** Billing has a provider that does not answer. */
const isOfProvider = (text: string | undefined): boolean => text?.startsWith("BILLING_PROVIDER_UNAVAILABLE") ?? false;

/** A route for programs of OAuth has the code as `error` alone, in lower case (RFC 6749, section 5.2). */
function codeIn(text: string): string | undefined {
  const { code, error } = JSON.parse(text) as { readonly code?: string; readonly error?: string };
  return code ?? error?.toUpperCase();
}

describe.each([
  ["with cookies", false],
  ["in token mode", true],
])("sixty mutated requests of a client %s", (_, isBearer) => {
  test.each(listed)("are answered below 500, failures with a code: $method $path", async ({ method, path, fields }) => {
    const app = openApp({ isWhole: true, session: { bearer: true } });
    const browser = app.browser();
    expect((await browser.post("/sign-up/email", alice)).status).toBe(200);
    const values = await validValues(browser);
    const body = Object.fromEntries(fields.map((field) => [field, values[field] ?? "text"]));
    const query = method === "GET" ? `?${new URLSearchParams(body as Record<string, string>)}` : "";
    const own = { method, path: path + query, body, cookie: browser.cookieHeader() };
    const dice = createDice(path.length);
    for (let count = 0; count < requestsOfRoute; count += 1) {
      const request = mutateRequest(dice, own);
      if (isBearer) request.headers.set("x-return-token", "1");
      const told = `${request.method} ${request.url} (number ${count})`;
      const { status, headers, body, text } = await readAnswer(await app.auth.handler(request));
      if (!isOfProvider(body?.code)) expect(status, told).toBeLessThan(500);
      const isFailure = status >= 400 && headers.get("content-type")?.startsWith("application/json");
      if (isFailure) expect(codeIn(text), `${told} ${text}`).toMatch(/^[A-Z][A-Z0-9_]*$/);
    }
    expect(app.logged.filter(({ level, message }) => level === "error" && !isOfProvider(message))).toEqual([]);
  });
});
