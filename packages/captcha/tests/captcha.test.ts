import { describe, expect, test } from "vitest";
import { open, statusAndCode } from "./fixture.ts";
import { json } from "./provider.ts";

const newcomer = { name: "Bob", email: "bob@example.com", password: "correct horse battery staple" };

describe("a call that attracts bots", () => {
  test("is answered 400 without a response, before the password is compared", async () => {
    await using world = await open();
    expect(await statusAndCode(world.signIn())).toBe("400 MISSING_RESPONSE");
    expect(await statusAndCode(world.signIn(""))).toBe("400 MISSING_RESPONSE");
    expect(world.provider.asked).toEqual([]);
    expect(world.events.filter(({ type }) => type === "sign-in.failed")).toEqual([]);
  });

  test("goes on with a solved CAPTCHA, of which the provider learns the secret, the response and the address", async () => {
    await using world = await open();
    const response = world.solved();
    expect(await statusAndCode(world.signIn(response))).toBe("200");
    expect(world.provider.asked).toEqual([{ secret: "a secret key", response, remoteip: "203.0.113.7" }]);
  });

  test("is answered 403 with a response that the provider rejects", async () => {
    await using world = await open();
    expect(await statusAndCode(world.signIn("not solved"))).toBe("403 VERIFICATION_FAILED");
    expect(world.told()).toEqual([
      { type: "captcha.rejected", action: "sign-in", ipAddress: "203.0.113.7", reason: "invalid-input-response" },
    ]);
  });

  test("uses a response once, also if the provider would accept it again", async () => {
    await using world = await open();
    world.provider.answer((_, response) => json(response, { success: true, hostname: "app.example.com" }));
    const answers = await Promise.all(Array.from({ length: 16 }, () => statusAndCode(world.signIn("the same"))));
    expect(answers.filter((answer) => answer === "200")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "403 VERIFICATION_FAILED")).toHaveLength(15);
    expect(world.provider.asked).toHaveLength(1);
  });

  test.each([
    ["/sign-up/email", newcomer],
    ["/request-password-reset", { email: "ada@example.com" }],
    ["/sign-in/email", { email: "ada@example.com", password: "x".repeat(12) }],
  ])("needs a response: POST %s", async (path, body) => {
    await using world = await open();
    expect(await statusAndCode(world.post(path, body))).toBe("400 MISSING_RESPONSE");
  });

  test("needs none if `actions` does not name the action, nor as a server-side call", async () => {
    await using world = await open({ actions: ["sign-up"] });
    expect(await statusAndCode(world.signIn())).toBe("200");
    expect(await statusAndCode(world.post("/sign-up/email", newcomer))).toBe("400 MISSING_RESPONSE");
    await world.auth.api.signUp.email(newcomer);
  });

  test("with an invalid input or from a foreign origin is rejected before the provider is asked", async () => {
    await using world = await open();
    expect(await statusAndCode(world.post("/sign-in/email", { email: "no address" }, world.solved()))).toMatch(/^400/);
    expect(world.provider.asked).toEqual([]);
  });
});

describe("a solved CAPTCHA of another page", () => {
  test.each([
    ["another host", { hostname: "evil.example" }],
    ["a host that ends alike", { hostname: "evilapp.example.com" }],
    ["another action", { action: "sign-up" }],
  ])("does not count: %s", async (_, of) => {
    await using world = await open();
    expect(await statusAndCode(world.signIn(world.solved(of)))).toBe("403 VERIFICATION_FAILED");
  });

  test.each([
    ["sign-in", {}],
    ["sign_in", {}],
    ["", {}],
  ])("is of this page if the widget names the action %j", async (action) => {
    await using world = await open();
    expect(await statusAndCode(world.signIn(world.solved({ action })))).toBe("200");
  });

  test("counts at a trusted origin, below a star, and at a host of the option", async () => {
    await using world = await open({}, { trustedOrigins: ["https://shop.example", "https://*.tea.example:8443"] });
    for (const hostname of ["shop.example", "a.tea.example"])
      expect(await statusAndCode(world.signIn(world.solved({ hostname })))).toBe("200");
    for (const hostname of ["tea.example", "eviltea.example", "a.shop.example"])
      expect(await statusAndCode(world.signIn(world.solved({ hostname })))).toBe("403 VERIFICATION_FAILED");
    await using other = await open({ hostnames: ["example.com"] });
    expect(await statusAndCode(other.signIn(other.solved({ hostname: "example.com" })))).toBe("200");
    expect(await statusAndCode(other.signIn(other.solved()))).toBe("403 VERIFICATION_FAILED");
  });
});

describe("the score of reCAPTCHA", () => {
  test.each([
    ["0.9", "200"],
    ["0.5", "200"],
    ["0.4", "403 VERIFICATION_FAILED"],
    ["", "200"],
  ])("%j is answered %s", async (score, answer) => {
    await using world = await open({ provider: "google-recaptcha" });
    expect(await statusAndCode(world.signIn(world.solved({ score })))).toBe(answer);
  });
});

test.each(["hcaptcha", "captchafox"] as const)("%s gets the key of the widget", async (provider) => {
  await using world = await open({ provider, siteKey: "a site key" });
  expect(await statusAndCode(world.signIn(world.solved()))).toBe("200");
  expect(world.provider.asked).toMatchObject([{ sitekey: "a site key" }]);
});

test.each([
  ["400", "a page", "<html>Bad Request</html>"],
  ["403", "a page", "<html>Blocked</html>"],
  ["413", "nothing", ""],
  ["422", "another JSON", "{}"],
])("a response that the provider refuses with %s and %s is no solved CAPTCHA", async (status, _, body) => {
  await using world = await open();
  world.provider.answer((_asked, response) => response.writeHead(Number(status)).end(body));
  expect(await statusAndCode(world.signIn("chosen by the client"))).toBe("403 VERIFICATION_FAILED");
  expect(world.told()).toMatchObject([{ type: "captcha.rejected", action: "sign-in" }]);
});

describe("while the provider does not answer", () => {
  const failures = [
    ["closes the connection", (response: import("node:http").ServerResponse) => response.destroy()],
    ["answers 500", (response: import("node:http").ServerResponse) => response.writeHead(500).end("broken")],
    ["answers 429", (response: import("node:http").ServerResponse) => response.writeHead(429).end()],
    ["answers with a page", (response: import("node:http").ServerResponse) => response.end("<html></html>")],
    ["answers with another JSON", (response: import("node:http").ServerResponse) => json(response, [1])],
    [
      "answers with a redirect",
      (response: import("node:http").ServerResponse) =>
        response.writeHead(307, { location: "http://127.0.0.1:9/elsewhere" }).end(),
    ],
    ["says nothing", () => undefined],
  ] as const;

  test.each(failures)("the call goes on, and the app is told: the provider %s", async (_, fail) => {
    await using world = await open();
    world.provider.answer((_asked, response) => fail(response));
    expect(await statusAndCode(world.signIn(world.solved()))).toBe("200");
    expect(world.told()).toMatchObject([{ type: "captcha.provider-away", action: "sign-in" }]);
  });

  test('with whenAway "closed" the answer is 503, and the same response works afterwards', async () => {
    await using world = await open({ whenAway: "closed" });
    world.provider.answer((_, response) => response.writeHead(502).end());
    const response = world.solved();
    const answer = await world.signIn(response);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await statusAndCode(answer)).toBe("503 SERVICE_UNAVAILABLE");
    world.provider.answer((_, answer) => json(answer, { success: true, hostname: "app.example.com" }));
    expect(await statusAndCode(world.signIn(response))).toBe("200");
  });

  test("a missing response is answered 400 all the same", async () => {
    await using world = await open();
    world.provider.answer((_, response) => response.destroy());
    expect(await statusAndCode(world.signIn())).toBe("400 MISSING_RESPONSE");
  });
});

test("a wrong secret key lets nobody in, and the log says so", async () => {
  await using world = await open({ secretKey: "another key" });
  expect(await statusAndCode(world.signIn(world.solved()))).toBe("503 SERVICE_UNAVAILABLE");
  expect(world.logged.map(({ message }) => message).join("\n")).toContain("rejects the keys of captcha()");
});
