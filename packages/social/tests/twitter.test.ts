import { twitter } from "@keyhold/social/twitter";
import type { Faults } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { arrive } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The profile with another `data`. */
const saying = (change: (user: Fields) => unknown): Faults => ({
  profile: (answer) => ({ data: change((answer as { readonly data: Fields }).data) }),
});

describeProvider({
  id: "twitter",
  provide: twitter,
  emails: "proven",
  user: {
    name: "X Developers",
    image: "https://pbs.twimg.com/profile_images/1683501992314798080/xl1POYLw_normal.jpg",
  },
  hostile: [
    ["a profile without an id", saying(({ id, ...user }) => user), "unable_to_get_user_info"],
    ["an id that is a list", saying((user) => ({ ...user, id: ["2244994945"] })), "unable_to_get_user_info"],
    [
      "an address of another name",
      saying(({ confirmed_email: email, ...user }) => ({ ...user, email })),
      "email_not_found",
    ],
    ["a list of addresses", saying((user) => ({ ...user, confirmed_email: ["a@x.example"] })), "email_not_found"],
    ["a user without a confirmed email address", saying(({ confirmed_email, ...user }) => user), "email_not_found"],
    ["a list of people", saying((user) => [user]), "unable_to_get_user_info"],
    [
      "a profile of no user",
      { profile: () => ({ errors: [{ title: "Not Found Error" }] }) },
      "unable_to_get_user_info",
    ],
    ["null", { answers: { profile: { text: "null" } } }, "unable_to_get_user_info"],
    ["a profile that it may not read", { answers: { profile: { status: 403 } } }, "unable_to_get_user_info"],
    ["JSON that ends too early", { answers: { profile: { text: '{"data":{"id":"2244' } } }, "unable_to_get_user_info"],
    ["a refused code", { answers: { token: { status: 400, json: { error: "invalid_request" } } } }, "invalid_code"],
    ["a token endpoint elsewhere", { answers: { token: { redirectTo: "https://x.example/token" } } }, "invalid_code"],
  ],
});

describe("X", () => {
  const idp = useIdentityProvider();

  test("gets the client id and secret in the header, and no id in the body", async () => {
    await arrive(idp(), twitter(idp()));
    const asked = idp().calls.find(({ endpoint }) => endpoint === "token");
    const [scheme, credentials] = asked?.headers.get("authorization")?.split(" ") ?? [];
    expect(scheme).toBe("Basic");
    expect(atob(credentials ?? "")).toBe("example-client:example-secret");
    expect(asked?.form.has("client_id")).toBe(false);
  });

  test("gets no request for an email address or a refresh token if the app wants neither", async () => {
    const provider = twitter({
      ...idp(),
      disableDefaultScopes: true,
      scopes: ["users.read", "tweet.read"],
      mapProfileToUser: ({ id }) => ({ email: `${id}@twitter.invalid` }),
    });
    let said: unknown;
    idp().fail({
      profile(answer) {
        said = answer;
        return answer;
      },
    });
    const { user, account } = await arrive(idp(), provider);
    expect(said).not.toHaveProperty("errors");
    expect(user).toMatchObject({ email: "2244994945@twitter.invalid", emailVerified: false });
    expect(account).toMatchObject({ refreshToken: null, scope: "users.read,tweet.read" });
  });

  test("shares an email address with the scope for it", async () => {
    const { user, account } = await arrive(idp(), twitter(idp()));
    expect(user).toMatchObject({ email: "developers@example.com", emailVerified: true });
    expect(account?.scope).toBe("users.read,tweet.read,users.email,offline.access");
  });
});
