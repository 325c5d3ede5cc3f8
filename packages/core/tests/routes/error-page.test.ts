import { describe, expect, test } from "vitest";
import { home, openApp } from "../../../../tests/harness/app.ts";
import type { Answer } from "../../../../tests/harness/browser.ts";

const visit = (query: string): Promise<Answer> => openApp().browser().get(`/error${query}`);
const shownCode = ({ text }: Answer): string | undefined => /<code id="errorCode">([\s\S]*?)<\/code>/.exec(text)?.[1];

const shownSentence = ({ text }: Answer): string | undefined => /<blockquote>([\s\S]*?)<\/blockquote>/.exec(text)?.[1];
const query = (parameters: Record<string, string>): string => `?${new URLSearchParams(parameters)}`;

describe("the error page", () => {
  test("shows the code, and a link back to the app", async () => {
    const answer = await visit("?error=state_not_found");
    expect(answer.status).toBe(200);
    expect(shownCode(answer)).toBe("state_not_found");
    expect(answer.text).toContain(`<a href="${home}/">Return to Application</a>`);
    expect(shownSentence(answer)).toBe(undefined);
  });

  test.each(["", "?error=", "?error=%20", "?error=%3C%3E", "?error=%E2%80%A8"])(
    "shows a code for %j, too",
    async (nothing) => {
      expect(shownCode(await visit(nothing))).toBe("unknown");
    },
  );

  test.each([
    ["<script>alert(1)</script>", "scriptalert1script"],
    [`"><img src=x onerror=alert(1)>`, "imgsrcxonerroralert1"],
    ["</code><a href='https://evil.example'>", "codeahrefhttpsevilexample"],
    ["&#x3c;script&#x3e;", "x3cscriptx3e"],
    ["javascript:alert(1)", "javascriptalert1"],
    ["account_not-linked 2", "account_not-linked2"],
  ])("shows only the characters of codes of %j", async (code, shown) => {
    const answer = await visit(query({ error: code }));
    expect(shownCode(answer)).toBe(shown);
    expect(answer.text).not.toContain("alert(1)");
  });

  test.each([
    ["The user said no.", "The user said no."],
    ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    [`"><img src=x onerror='alert(1)'>`, "&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;"],
    [
      "</blockquote><a href='https://evil.example'>",
      "&lt;/blockquote&gt;&lt;a href=&#39;https://evil.example&#39;&gt;",
    ],
    ["&#x3c;script&#x3e; & more", "&amp;#x3c;script&amp;#x3e; &amp; more"],
    ["two\r\nlines\tand\u2028three", "two lines and three"],
    ["a\u0007b\u202ec\u200bd", "a b c d"],
    ["Größe \u{1f642}", "Größe \u{1f642}"],
  ])("shows the description %j as text on one line", async (description, shown) => {
    expect(shownSentence(await visit(query({ error: "x", error_description: description })))).toBe(shown);
  });

  test.each(["", " ", "\r\n", "\u200b"])("shows no empty description: %j", async (description) => {
    expect(shownSentence(await visit(query({ error: "x", error_description: description })))).toBe(undefined);
  });

  test("shows at most 200 characters of each", async () => {
    const answer = await visit(query({ error: "x".repeat(1_000_000), error_description: "y".repeat(1_000_000) }));
    expect(shownCode(answer)).toBe("x".repeat(200));
    expect(shownSentence(answer)).toBe("y".repeat(200));
  });

  test("splits no character", async () => {
    const shown = shownSentence(await visit(query({ error_description: `${"y".repeat(199)}\u{1f642}` })));
    expect(shown?.isWellFormed()).toBe(true);
  });

  test.each(["?error=%", "?error=%E0%A4%A", "?error[]=a", "?Error=x", "?error_description=%ff"])(
    "stands %s",
    async (odd) => {
      expect((await visit(odd)).status).toBe(200);
    },
  );

  test.each(["error", "error_description"])("rejects a second %s instead of choosing one", async (name) => {
    const answer = await visit(`?${name}=a&${name}=b`);
    expect(answer.status).toBe(400);
    expect(answer.body?.issues).toEqual([{ path: name, message: "Given more than once" }]);
  });

  test("links to the configured app, with any query and headers", async () => {
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example", referer: "https://evil.example/" };
    const parameters = query({ error: "x", callbackURL: "javascript:alert(1)", redirectTo: "https://evil.example" });
    const { text } = await openApp().browser().get(`/error${parameters}`, { headers });
    expect([...text.matchAll(/(?:href|src|action|url)\s*[=(]\s*"?([^"\s>)]*)/gi)].map(([, link]) => link)).toEqual([
      `${home}/`,
    ]);
    expect(text).not.toMatch(/evil|javascript/);
  });

  test("runs no script, loads no resource, cannot be framed and is not cached", async () => {
    const { headers } = await visit("?error=x");
    expect(Object.fromEntries(headers)).toEqual({
      "content-type": "text/html; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      vary: "cookie",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
  });

  test("does not reveal how the app is configured", async () => {
    const { text } = await visit("?error=x");
    expect(text).not.toMatch(/keyhold|node|version|\d+\.\d+\.\d+/i);
  });
});
