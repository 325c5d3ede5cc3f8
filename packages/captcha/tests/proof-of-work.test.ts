import type { CaptchaEvent } from "@keyhold/captcha";
import { proofOfWorkClient, solverOf } from "@keyhold/captcha/client";
import { type ProofOfWorkOptions, proofOfWork } from "@keyhold/captcha/proof-of-work";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { statusAndCode } from "./fixture.ts";

const email = "ada@example.com";
const password = "correct horse battery staple";

/** An auth that asks for little work, and a user. */
async function open(options: Partial<ProofOfWorkOptions> = {}) {
  const fixture = createTestAuth({
    plugins: [proofOfWork({ effort: 10, ...options })],
    clientPlugins: [proofOfWorkClient()],
  });
  await fixture.auth.api.signUp.email({ name: "Ada", email, password });
  const post = (path: string, body: object, response?: string) => {
    const headers = {
      "content-type": "application/json",
      ...(response !== undefined && { "x-captcha-response": response }),
    };
    return fixture.browser.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  };
  const signIn = (response?: string, given = password) => post("/sign-in/email", { email, password: given }, response);
  const reasons = () =>
    fixture.events.flatMap((event) => (event.type === "captcha.rejected" ? [(event as CaptchaEvent).reason] : []));
  return { ...fixture, solve: solverOf(fixture.client), post, signIn, reasons };
}

/** A solution with another part: 0 the token's header, 1 its claims, 2 its signature, 3 the place, 4 the key. */
const withPart = (solution: string, index: number, part: string): string =>
  solution
    .split(".")
    .map((given, at) => (at === index ? part : given))
    .join(".");

describe("a call that asks for a proof of work", () => {
  test("is answered 400 without a solution, and goes on with a solution", async () => {
    const { signIn, solve } = await open();
    expect(await statusAndCode(signIn())).toBe("400 MISSING_RESPONSE");
    expect(await statusAndCode(signIn(""))).toBe("400 MISSING_RESPONSE");
    expect(await statusAndCode(signIn(await solve("sign-in")))).toBe("200");
  });

  test.each([
    ["sign-up", "/sign-up/email", { name: "Bob", email: "bob@example.com", password }],
    ["reset-password", "/request-password-reset", { email }],
    ["send-email", "/send-verification-email", { email }],
  ] as const)("of %s does so, too: POST %s", async (action, path, body) => {
    const { post, solve } = await open();
    expect(await statusAndCode(post(path, body))).toBe("400 MISSING_RESPONSE");
    expect(await statusAndCode(post(path, body, await solve(action)))).toBe("200");
  });

  test("takes a solution once: of sixteen calls at once with one solution, one goes on", async () => {
    const { signIn, solve, reasons } = await open();
    const solution = await solve("sign-in");
    const answers = await Promise.all(Array.from({ length: 16 }, () => statusAndCode(signIn(solution))));
    expect(answers.filter((answer) => answer === "200")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "403 VERIFICATION_FAILED")).toHaveLength(15);
    expect(new Set(reasons())).toEqual(new Set(["the challenge was used before"]));
  });

  test("takes no second spelling of a used challenge", async () => {
    const { signIn, solve } = await open();
    const solution = await solve("sign-in");
    expect(await statusAndCode(signIn(solution))).toBe("200");
    const place = solution.split(".")[3] ?? "";
    expect(await statusAndCode(signIn(withPart(solution, 3, `0${place}`)))).toBe("403 VERIFICATION_FAILED");
  });

  test("takes no solution of another action", async () => {
    const { signIn, solve, reasons } = await open();
    expect(await statusAndCode(signIn(await solve("sign-up")))).toBe("403 VERIFICATION_FAILED");
    expect(reasons()).toEqual(['the challenge is of the action "sign-up"']);
  });

  test("takes no solution after ten minutes", async () => {
    const { clock, signIn, solve, reasons } = await open();
    const [early, late] = [await solve("sign-in"), await solve("sign-in")];
    clock.forward({ minutes: 9 });
    expect(await statusAndCode(signIn(early))).toBe("200");
    clock.forward({ minutes: 1 });
    expect(await statusAndCode(signIn(late))).toBe("403 VERIFICATION_FAILED");
    expect(reasons()).toEqual(["the challenge is expired"]);
  });

  test("takes no challenge of another auth, and no easier challenge", async () => {
    const other = await open();
    const { signIn, solve } = await open({ effort: 20 });
    const foreign = createTestAuth({
      plugins: [proofOfWork({ effort: 10 })],
      clientPlugins: [proofOfWorkClient()],
      config: { secret: "another secret of thirty-two characters" },
    });
    expect(await statusAndCode(signIn(await solverOf(foreign.client)("sign-in")))).toBe("403 VERIFICATION_FAILED");
    const solution = await solve("sign-in");
    const claims = JSON.parse(atob(solution.split(".")[1] ?? ""));
    claims.challenge.parameters.cost = 1;
    const easier = withPart(solution, 1, btoa(JSON.stringify(claims)).replace(/=+$/, ""));
    expect(await statusAndCode(signIn(easier))).toBe("403 VERIFICATION_FAILED");
    expect(await statusAndCode(other.signIn(await other.solve("sign-in")))).toBe("200");
  });

  test.each([
    ["no solution", () => "solved"],
    ["a key that was guessed", (solution: string) => withPart(solution, 4, "0".repeat(64))],
    ["a place out of range", (solution: string) => withPart(solution, 3, "9999999999")],
    ["a very long text", () => "x".repeat(4000)],
  ])("is answered 403 with %s", async (_, change) => {
    const { signIn, solve } = await open();
    expect(await statusAndCode(signIn(change(await solve("sign-in"))))).toBe("403 VERIFICATION_FAILED");
  });

  test("is asked for after three failures only, if the app says so", async () => {
    const { signIn, solve } = await open({ only: "after-failures" });
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await statusAndCode(signIn(undefined, "a wrong password"))).toMatch(/^401/);
    expect(await statusAndCode(signIn())).toBe("400 MISSING_RESPONSE");
    expect(await statusAndCode(signIn(await solve("sign-in")))).toBe("200");
  });
});

describe("a challenge", () => {
  test("is for a known action", async () => {
    const { browser } = await open();
    const answer = await browser.get("/proof-of-work/challenge?action=other");
    expect([answer.status, (await answer.json()).code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("of a server that gives none leaves the call without a response, with the reason", async () => {
    const { client } = createTestAuth({ plugins: [], clientPlugins: [proofOfWorkClient()] });
    await expect(solverOf(client)("sign-in")).rejects.toThrow("The server gave no challenge: Not found");
  });

  test("needs the work that the app asks for", async () => {
    const { solve } = await open({ effort: 40 });
    const places = await Promise.all(
      Array.from({ length: 20 }, async () => Number((await solve("sign-in")).split(".")[3])),
    );
    expect(Math.min(...places)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...places)).toBeLessThanOrEqual(60);
  });

  test.each([9, 10_001, 1.5, Number.NaN])("of the effort %s is a config error", (effort) => {
    expect(() => createTestAuth({ plugins: [proofOfWork({ effort })] })).toThrow(
      "effort: must be a whole number from 10 to 10,000",
    );
  });
});
