import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { subdomains } from "./subdomains.ts";

test("a session that one host created is valid at another, and ends at both", async () => {
  const { auth, signUp } = createTestAuth({ config: subdomains });
  const { browser, user } = await signUp("ada@example.com");

  // The cookies that the same browser sends to app.example.com.
  const headers = (): Headers => new Headers({ cookie: browser.cookies.header("https://app.example.com/") ?? "" });
  expect((await auth.api.getSession({}, { headers: headers() }))?.user.id).toBe(user.id);

  await browser.fetch("/sign-out", { method: "POST", headers: { origin: "https://app.example.com" } });
  expect(headers().get("cookie")).toBe("");
});
