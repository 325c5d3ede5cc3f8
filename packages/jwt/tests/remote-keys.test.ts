import { createVerifier, TokenError, type VerifierOptions } from "@keyhold/jwt/verify";
import { describe, expect, test } from "vitest";
import { email, type Fixture, issuer, open, read } from "./fixture.ts";

/** A service beside the auth, which fetches the keys by real requests to the handler. */
function openService(fixture: Fixture, options: Partial<VerifierOptions> = {}) {
  const plan: { answer: ((response: Response) => Response | Promise<Response>) | null } = { answer: null };
  const requests: string[] = [];
  const verify = createVerifier({
    issuer,
    audience: issuer,
    now: () => fixture.clock.now(),
    async fetch(input, init) {
      const request = new Request(input, init);
      requests.push(request.url);
      const response = await fixture.auth.handler(request);
      return plan.answer ? plan.answer(response) : response;
    },
    ...options,
  });
  const codeOf = (token: string): Promise<string> =>
    verify(token).then(
      () => "valid",
      (error: unknown) => (error instanceof TokenError ? error.code : String(error)),
    );
  return { codeOf, plan, requests };
}

async function openBoth(options: Partial<VerifierOptions> = {}) {
  const fixture = open({ options: { expiresInSeconds: 3600 } });
  const { browser } = await fixture.signUp(email);
  const token = () => fixture.tokenOf(browser);
  return { fixture, token, ...openService(fixture, options) };
}

describe("a verifier that fetches the keys", () => {
  test("asks once for many tokens, and again after five minutes", async () => {
    const { fixture, token, codeOf, requests } = await openBoth();
    const given = await token();
    expect(await Promise.all(Array.from({ length: 20 }, () => codeOf(given)))).toEqual(Array(20).fill("valid"));
    expect(requests).toEqual([`${issuer}/api/auth/jwks`]);
    fixture.clock.forward({ seconds: 299 });
    expect(await codeOf(given)).toBe("valid");
    expect(requests).toHaveLength(1);
    fixture.clock.forward({ seconds: 2 });
    expect(await codeOf(given)).toBe("valid");
    expect(requests).toHaveLength(2);
  });

  test("finds a new key at once, and asks for unknown keys at most every ten seconds", async () => {
    const { fixture, token, codeOf, requests } = await openBoth();
    expect(await codeOf(await token())).toBe("valid");
    fixture.clock.forward({ seconds: 11 });
    await fixture.auth.api.rotateKeys({ now: true });
    const given = await token();
    expect(await codeOf(given)).toBe("valid");
    expect(requests).toHaveLength(2);
    const [, claims, signature] = given.split(".");
    for (let turn = 0; turn < 20; turn += 1) {
      const header = Buffer.from(JSON.stringify({ ...read(given).header, kid: `k${turn}` })).toString("base64url");
      expect(await codeOf(`${header}.${claims}.${signature}`)).toBe("TOKEN_KEY_UNKNOWN");
    }
    expect(requests).toHaveLength(2);
  });

  test("refuses a key that was removed, as soon as the kept keys are old", async () => {
    const { fixture, token, codeOf } = await openBoth();
    const leaked = await token();
    expect(await codeOf(leaked)).toBe("valid");
    await fixture.auth.api.rotateKeys({ now: true });
    fixture.clock.forward({ seconds: 301 });
    expect(await codeOf(leaked)).toBe("TOKEN_KEY_UNKNOWN");
  });

  test("uses known keys for ten minutes longer while the issuer does not answer", async () => {
    const { fixture, token, codeOf, plan, requests } = await openBoth();
    const given = await token();
    expect(await codeOf(given)).toBe("valid");
    plan.answer = () => new Response(null, { status: 500 });
    fixture.clock.forward({ seconds: 301 });
    expect(await codeOf(given)).toBe("valid");
    expect(await codeOf(given)).toBe("valid");
    expect(requests).toHaveLength(2);
    fixture.clock.forward({ seconds: 600 });
    expect(await codeOf(given)).toBe("KEYS_UNAVAILABLE");
    plan.answer = null;
    fixture.clock.forward({ seconds: 10 });
    expect(await codeOf(given)).toBe("valid");
  });

  const answers: Readonly<Record<string, () => Response>> = {
    "an error": () => new Response("{}", { status: 503 }),
    "a redirect to the keys of an attacker": () => Response.redirect("https://evil.example/jwks", 302),
    "no JSON": () => new Response("<html>"),
    "another JSON": () => Response.json({ ok: true }),
    null: () => Response.json(null),
    "more than 64 KiB": () => Response.json({ keys: [], more: "x".repeat(70_000) }),
  };
  test.each(Object.entries(answers))("does not judge a token if the issuer answers with %s", async (_, answer) => {
    const { token, codeOf, plan, requests } = await openBoth();
    plan.answer = answer;
    expect(await codeOf(await token())).toBe("KEYS_UNAVAILABLE");
    expect(requests.filter((url) => url.includes("evil"))).toEqual([]);
  });

  test("reads no keys for a token that is refused before", async () => {
    const { codeOf, requests } = await openBoth();
    for (const token of ["", "a.b.c", "x".repeat(9000)]) await codeOf(token);
    expect(requests).toEqual([]);
  });

  test("refuses no token of the last five minutes while the keys rotate, if it keeps keys for 300 seconds", async () => {
    const fixture = open({ options: { keyLifetimeDays: 1 } });
    const { codeOf } = openService(fixture);
    const { browser } = await fixture.signUp(email);
    const tokens: { readonly token: string; readonly at: number }[] = [];
    const seen = new Set<string | undefined>();
    for (let minute = 0; minute < 240; minute += 2) {
      // Around the end of each of three keys.
      if (minute % 80 === 0) fixture.clock.forward({ hours: 22, minutes: 40 });
      fixture.clock.forward({ minutes: 2 });
      const token = await fixture.tokenOf(browser);
      await fixture.auth.idle();
      seen.add(read(token).header.kid);
      tokens.push({ token, at: minute });
      const recent = tokens.filter(({ at }) => minute - at < 5 && Math.floor(at / 80) === Math.floor(minute / 80));
      for (const { token } of recent) expect(await codeOf(token)).toBe("valid");
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
    expect(fixture.logged).toEqual([]);
  });
});
