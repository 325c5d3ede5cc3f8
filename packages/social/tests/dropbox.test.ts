import { dropbox } from "@keyhold/social/dropbox";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withProfile } from "./faults.ts";
import { arrive } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

describeProvider({
  id: "dropbox",
  provide: (options) => dropbox({ ...options, accessType: "offline" }),
  emails: "proven",
  user: {
    name: "Franz Ferdinand",
    image:
      "https://dl-web.dropbox.com/account_photo/get/dbaphid%3AAAHWGmIXV3sUuOmBfTz0wPsiqHUpBWvv3ZA?vers=1556069330102&size=128x128",
  },
  unverified: [
    ["an unverified email address", withProfile({ email_verified: false })],
    ['"true" as a text', withProfile({ email_verified: "true" })],
    ["an answer that does not say", withProfile({ email_verified: undefined })],
  ],
  hostile: [
    ["a person without an id", withProfile({ account_id: undefined }), "unable_to_get_user_info"],
    ["an empty id", withProfile({ account_id: "" }), "unable_to_get_user_info"],
    ["an id longer than any", withProfile({ account_id: `dbid:${"A".repeat(300)}` }), "unable_to_get_user_info"],
    ["a disabled account", withProfile({ disabled: true }), "unable_to_get_user_info"],
    ["no address", withProfile({ email: undefined }), "email_not_found"],
    ["an address that is an object", withProfile({ email: { address: "franz@dropbox.com" } }), "email_not_found"],
    ["no profile", { answers: { profile: { json: null } } }, "unable_to_get_user_info"],
    ["an answer of 500", { answers: { profile: { status: 500 } } }, "unable_to_get_user_info"],
    ["a text in the place of JSON", { answers: { profile: { text: "Error in call" } } }, "unable_to_get_user_info"],
  ],
});

describe("Dropbox", () => {
  const idp = useIdentityProvider();

  test("gets the profile by a POST without a body, because it rejects a form", async () => {
    await arrive(idp(), dropbox(idp()));
    const asked = idp().calls.findLast(({ endpoint }) => endpoint === "profile");
    expect({ method: asked?.method, size: asked?.form.size }).toEqual({ method: "POST", size: 0 });
    expect(asked?.headers.get("content-type") ?? null).toBe(null);
  });

  test("issues a refresh token only for offline access", async () => {
    expect((await arrive(idp(), dropbox(idp()))).account?.refreshToken).toBe(null);
    const offline = await arrive(idp(), dropbox({ ...idp(), accessType: "offline" }));
    expect(offline.account?.refreshToken).toEqual(expect.any(String));
  });

  test.each([undefined, null, "Franz", { display_name: 7 }])("signs in a user with the name %j", async (name) => {
    idp().fail(withProfile({ name }));
    const { landing, user: arrived } = await arrive(idp(), dropbox(idp()));
    expect(landing.error).toBe(null);
    expect(arrived?.name).toBe("franz");
  });
});
