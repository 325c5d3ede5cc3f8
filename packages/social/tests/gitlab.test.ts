import { gitlab } from "@keyhold/social/gitlab";
import type { IdentityProvider } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { changedProvider, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withProfile } from "./faults.ts";
import { arrive } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

describeProvider({
  id: "gitlab",
  provide: gitlab,
  emails: "proven",
  user: { name: "John Smith", image: "https://gitlab.com/uploads/-/system/user/avatar/1/index.jpg" },
  unverified: [
    ["an address that was never confirmed", withProfile({ confirmed_at: null })],
    ["an answer that does not say", withProfile({ confirmed_at: undefined })],
    ["a confirmation without a date", withProfile({ confirmed_at: true })],
    ['"false" as a date', withProfile({ confirmed_at: "false" })],
    ["an empty date", withProfile({ confirmed_at: "" })],
  ],
  hostile: [
    ["a person without an id", withProfile({ id: undefined }), "unable_to_get_user_info"],
    ["an id that is a list", withProfile({ id: [1] }), "unable_to_get_user_info"],
    ["a blocked person", withProfile({ state: "blocked" }), "unable_to_get_user_info"],
    ["a user who waits for approval", withProfile({ state: "blocked_pending_approval" }), "unable_to_get_user_info"],
    ["a person without a state", withProfile({ state: undefined }), "unable_to_get_user_info"],
    ["a locked person", withProfile({ locked: true }), "unable_to_get_user_info"],
    ['"true" as a text for locked', withProfile({ locked: "true" }), "unable_to_get_user_info"],
    ["no address", withProfile({ email: null }), "email_not_found"],
    ["an address that is an object", withProfile({ email: { toString: 7 } }), "email_not_found"],
    ["a list of addresses", withProfile({ email: ["john@example.com"] }), "email_not_found"],
    [
      "an address that GitLab made up",
      withProfile({ email: "temp-email-for-oauth-john@gitlab.localhost" }),
      "email_not_found",
    ],
    ["no profile", { answers: { profile: { json: null } } }, "unable_to_get_user_info"],
    ["an answer of 500", { answers: { profile: { status: 500 } } }, "unable_to_get_user_info"],
    ["a page in the place of JSON", { answers: { profile: { text: "<html>" } } }, "unable_to_get_user_info"],
    [
      "an `iss` of another instance",
      { callback: (it) => it.set("iss", "https://gitlab.example") },
      "invalid_callback_request",
    ],
  ],
});

describe("Another instance of GitLab", () => {
  const idp = useIdentityProvider();
  const issuer = "https://git.example.com";

  /** An instance with GitLab.com's dialect at another URL. */
  const elsewhere = (): IdentityProvider => {
    const translate = (url: string) => url.replace(`${issuer}/`, "https://gitlab.com/");
    return changedProvider(idp(), {
      fetch: (input, init) => idp().fetch(translate(String(input)), init),
      authorize: (url, decision) => {
        expect(url.startsWith(`${issuer}/oauth/authorize?`)).toBe(true);
        return idp().authorize(translate(url), decision);
      },
    });
  };

  test("is requested at its own URL, and its email confirmations are not trusted", async () => {
    const { user, account } = await arrive(elsewhere(), gitlab({ ...idp(), issuer }));
    expect(user).toMatchObject({ email: "john@example.com", emailVerified: false });
    expect(account?.accountId).toBe("1");
  });

  test("verifies email addresses if the app trusts its confirmations", async () => {
    const confirms = gitlab({ ...idp(), issuer, confirmsEmails: true });
    expect((await arrive(elsewhere(), confirms)).user?.emailVerified).toBe(true);
    idp().fail(withProfile({ confirmed_at: null }));
    expect((await arrive(elsewhere(), confirms)).user?.emailVerified).toBe(false);
  });

  test("may be written with a slash at the end", async () => {
    const { landing } = await arrive(elsewhere(), gitlab({ ...idp(), issuer: `${issuer}/` }));
    expect(landing.error).toBe(null);
    expect((await arrive(idp(), gitlab({ ...idp(), issuer: "https://gitlab.com/" }))).user?.emailVerified).toBe(true);
  });

  test.each(["git.example.com", "http://git.example.com", "javascript:alert(1)", ""])(
    "is not configured with %j for an address",
    (wrong) => {
      expect(gitlab({ ...idp(), issuer: wrong }).configErrors).toEqual(["gitlab: issuer is not an https URL"]);
    },
  );

  test("may do without TLS on this machine", () => {
    expect(gitlab({ ...idp(), issuer: "http://localhost:8080" }).configErrors).toEqual([]);
  });
});
