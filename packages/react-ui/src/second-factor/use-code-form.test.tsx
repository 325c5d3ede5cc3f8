// @vitest-environment jsdom
import { publicOptionsClient } from "@keyhold/public-options/client";
import { createAuthClient } from "@keyhold/react";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { answering, usualOptions } from "../../tests/answering.ts";
import { AuthUI } from "../auth-ui.js";
import { german } from "../texts/de.js";
import { TwoFactor } from "./TwoFactor.js";

afterEach(cleanup);

async function hintOf(trustDeviceSeconds: number, texts?: typeof german): Promise<string | undefined> {
  const twoFactor = { trustDeviceSeconds, methods: ["totp"], recovery: false };
  const fetch = answering({
    "/get-session": null,
    "/public-options": { ...usualOptions, plugins: { twoFactor } },
  });
  const plugins = [publicOptionsClient(), twoFactorClient()] as const;
  const client = createAuthClient({ baseURL: "http://localhost:3000", fetch, plugins, retry: 0 });
  history.replaceState(null, "", "/two-factor?methods=totp");
  render(
    <AuthUI client={client} {...(texts && { texts })}>
      <TwoFactor />
    </AuthUI>,
  );
  await screen.findByRole("heading", { level: 2 });
  const id = document.querySelector("input[type=checkbox]")?.getAttribute("aria-describedby")?.split(" ").at(-1);
  return id ? (document.getElementById(id)?.textContent ?? undefined) : undefined;
}

test.each([
  [2_592_000, "30 days"],
  [86_400, "1 day"],
  [129_600, "36 hours"],
  [43_200, "12 hours"],
  [3600, "1 hour"],
])("a browser that is trusted for %i seconds is not asked for %s", async (seconds, duration) => {
  expect(await hintOf(seconds)).toBe(`It is not asked for a code for ${duration}. Only on a device of your own.`);
});

test("the duration of trust is in the language of the texts", async () => {
  expect(await hintOf(86_400, german)).toContain("Er wird 1 Tag nicht nach einem Code gefragt.");
});

test("a browser that is never trusted is not offered to be", async () => {
  expect(await hintOf(0)).toBe(undefined);
});
