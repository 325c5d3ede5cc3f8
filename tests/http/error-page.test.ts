import { describe, expect, test } from "vitest";
import { openApp } from "./app.js";
import type { Answer } from "./browser.js";

const visit = (query: string): Promise<Answer> => openApp().browser().get(`/error${query}`);
const shownCode = ({ text }: Answer): string | undefined => /<code id="errorCode">([\s\S]*?)<\/code>/.exec(text)?.[1];

describe("the error page", () => {
  test("shows the code, and a way back to the app", async () => {
    const answer = await visit("?error=state_not_found");
    expect(answer.status).toBe(200);
    expect(shownCode(answer)).toBe("state_not_found");
    expect(answer.text).toContain('<a href="/">Return to Application</a>');
  });

  test.each(["", "?error="])("has a code to show for %j, too", async (query) => {
    expect(shownCode(await visit(query))).toBe("unknown");
  });

  test.each([
    ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    [`"><img src=x onerror=alert(1)>`, "&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"],
    ["</code><a href='https://evil.example'>", "&lt;/code&gt;&lt;a href=&#39;https://evil.example&#39;&gt;"],
    ["&#x3c;script&#x3e;", "&amp;#x3c;script&amp;#x3e;"],
  ])("keeps %j as text", async (code, shown) => {
    expect(shownCode(await visit(`?error=${encodeURIComponent(code)}`))).toBe(shown);
  });

  test("shows at most 200 characters", async () => {
    expect(shownCode(await visit(`?error=${"x".repeat(1_000_000)}`))).toBe("x".repeat(200));
  });

  test.each(["?error=%", "?error=%E0%A4%A", "?error=%E2%80%A8", "?error[]=a&error[]=b", "?Error=x"])(
    "stands %s",
    async (query) => {
      expect((await visit(query)).status).toBeLessThan(500);
    },
  );

  test("refuses a second code instead of choosing one", async () => {
    const answer = await visit("?error=a&error=b");
    expect(answer.status).toBe(400);
    expect(answer.body?.issues).toEqual([{ path: "error", message: "Given more than once" }]);
  });

  test("runs no script, loads nothing and is framed by nobody", async () => {
    const { headers } = await visit("?error=x");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("script-src");
  });
});
