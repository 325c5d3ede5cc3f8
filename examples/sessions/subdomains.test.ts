import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { subdomains } from "./subdomains.ts";

test("a session that was opened at one host is known at another, and ends at both", async () => {
  const { auth, signUp } = createTestAuth({ config: subdomains });
  const { browser, user } = await signUp("ada@example.com");

  // What the server of app.example.com gets from the same browser.
  const headers = (): Headers => new Headers({ cookie: browser.cookies.header("https://app.example.com/") ?? "" });
  expect((await auth.api.getSession({}, { headers: headers() }))?.user.id).toBe(user.id);

  await browser.fetch("/sign-out", { method: "POST", headers: { origin: "https://app.example.com" } });
  expect(headers().get("cookie")).toBe("");
});
