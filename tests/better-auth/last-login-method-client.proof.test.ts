import { lastLoginMethod } from "@keyhold/last-login-method";
import { createTestAuth } from "@keyhold/testing";
import { createAuthClient } from "better-auth-newest/client";
import { lastLoginMethodClient } from "better-auth-newest/client/plugins";
import { afterEach, expect, test, vi } from "vitest";

/** The newest client of better-auth, as it is, against an auth of this library. */

const baseURL = "https://app.example.com";
const password = "correct horse battery staple";
/** The default of the client of better-auth. */
const cookieName = "better-auth.last_used_login_method";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the client of better-auth 1.7 reads, compares and clears the way of the last sign-in", async () => {
  const { visit } = createTestAuth({ plugins: [lastLoginMethod({ cookieName })] });
  const { browser } = visit();
  // The cookies of a page: those of the server without HttpOnly.
  const page = new Map<string, string>();
  const keep = (line: string): void => {
    const [name = "", value = ""] = line.split(";", 1)[0]?.split("=") ?? [];
    if (value === "") page.delete(name);
    else page.set(name, value);
  };
  vi.stubGlobal("document", {
    get cookie() {
      return [...page].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(line: string) {
      keep(line);
    },
  });
  const client = createAuthClient({
    baseURL,
    fetchOptions: {
      async customFetchImpl(input, init) {
        const answer = await browser.fetch(input as URL, init);
        for (const line of answer.headers.getSetCookie()) if (!line.includes("HttpOnly")) keep(line);
        return answer;
      },
    },
    plugins: [lastLoginMethodClient()],
  });
  expect(client.getLastUsedLoginMethod()).toBe(null);
  await client.signUp.email({ name: "Ada", email: "ada@example.com", password });
  expect(client.getLastUsedLoginMethod()).toBe("email");
  expect([client.isLastUsedLoginMethod("email"), client.isLastUsedLoginMethod("google")]).toEqual([true, false]);
  client.clearLastUsedLoginMethod();
  expect(client.getLastUsedLoginMethod()).toBe(null);
});
