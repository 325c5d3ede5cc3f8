import { zoom } from "@keyhold/social/zoom";
import { expect, test } from "vitest";
import { setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withProfile } from "./faults.ts";
import { openSocial } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

describeProvider({
  id: "zoom",
  provide: zoom,
  // The sample has `"verified": 1`, which concerns the account.
  emails: "unproven",
  user: { name: "Jill Chill", image: "https://us04.zoom.us/p/zJKyaiAyTNC-MWjiWC18KQ/photo.jpg" },
  hostile: [
    ["a user without an id, as pending ones are", withProfile({ id: undefined }), "unable_to_get_user_info"],
    ["an id of the wrong type", withProfile({ id: { of: "somebody" } }), "unable_to_get_user_info"],
    ["a user who was deactivated", withProfile({ status: "inactive" }), "unable_to_get_user_info"],
    ["two addresses in one", withProfile({ email: "a@x.io,b@x.io" }), "email_not_found"],
    ["no address", withProfile({ email: undefined }), "email_not_found"],
    ["a list instead of a user", { answers: { profile: { json: [] } } }, "unable_to_get_user_info"],
    ["null instead of a user", { answers: { profile: { json: null } } }, "unable_to_get_user_info"],
    ["a profile that is no JSON", { answers: { profile: { text: "{" } } }, "unable_to_get_user_info"],
    [
      "an access token that lacks the scope",
      { answers: { profile: { status: 400, json: { code: 4711, message: "Invalid access token" } } } },
      "unable_to_get_user_info",
    ],
  ],
});

const idp = useIdentityProvider();

test("Zoom is asked for no scope: the app's registration has them", async () => {
  const fixture = openSocial(idp(), [zoom(idp())]);
  const url = new URL(await setOut(fixture, { provider: "zoom" }));
  expect(url.searchParams.has("scope")).toBe(false);
});

test("a user of Zoom without a display name is called by first and last name", async () => {
  const fixture = openSocial(idp(), [zoom(idp())]);
  idp().fail(withProfile({ display_name: undefined }));
  await travel(idp(), fixture, { provider: "zoom" });
  expect((await fixture.client.getSession()).data?.user.name).toBe("Jill Chill");
});
