import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { nodeHandler } from "@keyhold/core/node";
import { headersOf, type LambdaEvent, type LoadBalancerEvent, toLambda } from "@keyhold/lambda";
import { createTestAuth } from "@keyhold/testing";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Browser, openBrowser } from "../../../tests/harness/runtimes/browser.ts";
import { ownPage, stepsOf } from "../../../tests/harness/runtimes/steps.ts";
import { type Invoke, kinds, sourceIp, startGateway } from "./gateway.ts";

const origin = "http://localhost:3000";
const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
const everyKind = Object.keys(kinds) as readonly (keyof typeof kinds)[];

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const isHttpApi = (event: LambdaEvent): event is Extract<LambdaEvent, { readonly rawPath: string }> =>
  "rawPath" in event;

type TestAuth = ReturnType<typeof createTestAuth>["auth"];

/** The function of the routes, and the function of a page of the app. */
function appOf(auth: TestAuth): Invoke {
  const handle = toLambda(auth);
  return async (event, context) => {
    const path = isHttpApi(event) ? event.rawPath : event.path;
    if (!path.endsWith("/me")) return isHttpApi(event) ? handle(event, context) : handle(event, context);
    const found = await auth.session(headersOf(event));
    return found ? { statusCode: 200, body: `Hello ${found.user.name}` } : { statusCode: 401, body: "Sign in first" };
  };
}

async function start(
  kind: keyof typeof kinds,
  config: NonNullable<Parameters<typeof createTestAuth>[0]>["config"] = {},
  remainingMilliseconds?: number,
) {
  const test = createTestAuth({ config: { baseURL: origin, rateLimit: { enabled: true }, ...config } });
  const gateway = await startGateway(kind, appOf(test.auth), remainingMilliseconds);
  closing.push(() => gateway.close());
  return { ...test, url: gateway.url };
}

const signUp = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, ...headers },
    body: JSON.stringify(ada),
  });

describe.each(everyKind)("behind %s", (kind) => {
  describe("the fifteen steps", () => {
    let browser: Browser;
    beforeAll(async () => {
      const gateway = await startGateway(
        kind,
        appOf(createTestAuth({ config: { baseURL: origin, rateLimit: { enabled: true } } }).auth),
      );
      browser = openBrowser(gateway.url, { seen: origin });
      return () => gateway.close();
    });

    test("are answered as on every runtime", async () => {
      for (const step of stepsOf(ownPage)) {
        const { status, body, cookies } = await browser.take(step);
        expect([status, body], step.name).toMatchObject([step.status, step.answer === undefined ? body : step.answer]);
        if (step.cookies) expect(cookies, step.name).toEqual(step.cookies.map((line) => expect.stringMatching(line)));
      }
    });
  });

  test("a form is read", async () => {
    const { url } = await start(kind);
    const form = await fetch(`${url}/api/auth/verify-email`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ token: "unknown", callbackURL: "/home?a=1&b=ü" }),
      redirect: "manual",
    });
    expect(form.headers.get("location")).toContain("/home?a=1&b=%C3%BC&error=");
  });

  test.each([
    `callbackURL=${encodeURIComponent("/home?a=1&b=%2B&c=ü+d")}`,
    "callbackURL=%2Fa&callbackURL=%2Fb",
    "callbackURL=%2Fa&unknown=%26%3D&unknown=2",
    "callbackURL=%2Fa%20b",
    "",
  ])("the query %j means the same as on Node", async (query) => {
    const { url, auth } = await start(kind);
    const server = createServer(nodeHandler(auth)).listen(0, "127.0.0.1");
    closing.push(() => server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const answers = [url, `http://127.0.0.1:${port}`].map(async (base) => {
      const answer = await fetch(`${base}/api/auth/reset-password/unknown?${query}`, { redirect: "manual" });
      return [answer.status, answer.headers.get("location"), await answer.text()];
    });
    const [found, expected] = await Promise.all(answers);
    expect(found).toEqual(expected);
  });

  test("the client's address is the one that the gateway has seen, not one in a header of the client", async () => {
    const isBalancer = kind === "an Application Load Balancer";
    const { url, auth } = await start(kind, isBalancer ? { clientAddress: { trustedProxies: 1 } } : {});
    const answer = await signUp(url, { "x-forwarded-for": "203.0.113.77", "x-real-ip": "203.0.113.77" });
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    expect(await auth.session(new Headers({ cookie }))).toMatchObject({ session: { ipAddress: sourceIp } });
  });

  test("an email is sent before the answer", async () => {
    let isSent = false;
    const { url } = await start(kind, {
      emailVerification: { sendOnSignUp: true },
      mail: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        isSent = true;
      },
    });
    expect((await signUp(url)).status).toBe(200);
    expect(isSent).toBe(true);
  });

  test("an email that hangs does not cost the answer: it comes before the function's time is over", async () => {
    const hanging = { emailVerification: { sendOnSignUp: true }, mail: () => new Promise<void>(() => undefined) };
    const { url } = await start(kind, hanging, 1100);
    expect((await signUp(url)).status).toBe(200);
  });
});

describe("a path", () => {
  test("that begins with the path of baseURL is answered, as behind a custom domain with a mapping", async () => {
    const { url } = await start("a REST API", { baseURL: `${origin}/app` });
    expect((await fetch(`${url}/app/api/auth/ok`)).status).toBe(200);
    expect((await fetch(`${url}/api/auth/ok`)).status).toBe(200);
    expect((await fetch(`${url}/other/api/auth/ok`)).status).toBe(404);
  });
});

test("a load balancer with one value for each header is refused, because it would drop cookies", async () => {
  const event: LoadBalancerEvent = {
    httpMethod: "GET",
    path: "/api/auth/ok",
    headers: {},
    body: "",
    isBase64Encoded: false,
    requestContext: { elb: {} },
  };
  const { auth } = createTestAuth();
  await expect(toLambda(auth)(event)).rejects.toThrow("lambda.multi_value_headers.enabled");
});
