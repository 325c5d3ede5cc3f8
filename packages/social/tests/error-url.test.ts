import { google } from "@keyhold/social/google";
import { expect, test } from "vitest";
import { travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { openSocial } from "./fixture.ts";

const idp = useIdentityProvider();

const open = (errorURL?: string) =>
  openSocial(idp(), [google(idp())], { config: errorURL === undefined ? {} : { errorURL } });

test.each([
  [undefined, "https://app.example.com/api/auth/error?error=state_not_found"],
  ["/sign-in?from=auth", "https://app.example.com/sign-in?from=auth&error=state_not_found"],
])("who comes back from nowhere is told on the page that the app has for it: %s", async (errorURL, location) => {
  const response = await open(errorURL).browser.get("/callback/google?code=x");
  expect({ status: response.status, location: response.headers.get("location") }).toEqual({ status: 302, location });
});

test("a flow without an errorCallbackURL ends on that page, too, and one with it on its own page", async () => {
  const fixture = open("/oops");
  expect((await travel(idp(), fixture, { provider: "google" }, { deny: true })).url.pathname).toBe("/oops");
  const named = { provider: "google", errorCallbackURL: "/sign-in" };
  expect((await travel(idp(), fixture, named, { deny: true })).url.pathname).toBe("/sign-in");
});
