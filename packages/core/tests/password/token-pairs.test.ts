import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alice, home, userByEmail, userModel } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { allRows } from "../../../../tests/harness/rows.ts";
import { signedCookie } from "../../../../tests/harness/signatures.ts";
import { type MailApp, openMailApp, prove, signUp, tokenIn } from "../emails.js";

const newPassword = "another password";

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

let app: MailApp;
let browser: Browser;

/** Alice is signed in, and all her secrets can be issued. */
beforeEach(async () => {
  app = openMailApp({ session: { bearer: true, cookieCache: { enabled: true } }, fetch: idp.fetch });
  idp.useClock(app.now);
  browser = await signUp(app, alice);
});

/** A route that takes a secret, and whether the response grants access. */
interface Consumer {
  readonly show: (secret: string) => Promise<Answer>;
  readonly isOpened: (answer: Answer) => boolean;
}

const isAnswered = ({ status }: Answer): boolean => status === 200;
const showsUser = ({ text }: Answer): boolean => text !== "null";
const escaped = (secret: string): string => encodeURIComponent(secret);
const leadsHome = ({ headers }: Answer): boolean => headers.get("location") === `${home}/home`;

/** The code from Google for each state. */
const codes = new Map<string, string>();
const backWith = (state: string): string =>
  `/callback/google?${new URLSearchParams({ state, code: codes.get(state) ?? "x" })}`;

/** The state of a sign-in flow of Alice's browser at Google, for which the OAuth callback could follow at once. */
async function stateOf(path: "/sign-in/social" | "/link-social"): Promise<string> {
  const { body } = await browser.post(path, { provider: "google", callbackURL: "/home" });
  const as = { subject: "42", email: alice.email, emailVerified: true, name: "Alice", picture: null };
  const back = new URL((await idp.authorize(body?.url ?? "", { as })).url).searchParams;
  const state = back.get("state") ?? "";
  codes.set(state, back.get("code") ?? "");
  return state;
}

const consumers = {
  "verify-email": { show: (secret) => browser.get(`/verify-email?token=${escaped(secret)}`), isOpened: isAnswered },
  "verify-email, posted": { show: (token) => browser.post("/verify-email", { token }), isOpened: isAnswered },
  "reset-password page": {
    show: (secret) => browser.get(`/reset-password/${escaped(secret)}?callbackURL=/new`),
    isOpened: ({ status, headers }) => status === 302 && !headers.get("location")?.endsWith("error=INVALID_TOKEN"),
  },
  "reset-password": {
    show: (token) => app.browser().post("/reset-password", { token, newPassword }),
    isOpened: isAnswered,
  },
  "session cookie": {
    show: (secret) =>
      app.browser().get("/get-session", { headers: { cookie: `keyhold.session_token=${escaped(secret)}` } }),
    isOpened: showsUser,
  },
  "session cookie, copied": {
    show: (secret) =>
      app.browser().get("/get-session", { headers: { cookie: `keyhold.session_data=${escaped(secret)}` } }),
    isOpened: showsUser,
  },
  bearer: {
    show: (secret) => app.browser().get("/get-session", { headers: { authorization: `Bearer ${escaped(secret)}` } }),
    isOpened: showsUser,
  },
  "revoke-session": {
    show: (token) => browser.post("/revoke-session", { token }),
    // The response tells nothing of the token: the rows show the effect.
    isOpened: () => false,
  },
  "delete-user": { show: (token) => browser.post("/delete-user", { token }), isOpened: isAnswered },
  "delete-user page": {
    show: (token) => browser.post("/delete-user/callback", { token }),
    isOpened: isAnswered,
  },
  "callback, as a state": {
    show: (secret) => browser.get(backWith(secret)),
    isOpened: leadsHome,
  },
  "callback, as a state of a signed-out client": {
    show: (secret) => app.browser().get(backWith(secret)),
    isOpened: leadsHome,
  },
  "callback, as a code": {
    show: async (secret) =>
      browser.get(`/callback/google?state=${await stateOf("/sign-in/social")}&code=${escaped(secret)}`),
    isOpened: leadsHome,
  },
  "cookie of a sign-in flow": {
    show: async (secret) => {
      const cookie = `keyhold.state=${escaped(secret)}`;
      return app.browser().get(backWith(await stateOf("/sign-in/social")), { headers: { cookie } });
    },
    isOpened: leadsHome,
  },
} as const satisfies Record<string, Consumer>;

type Place = keyof typeof consumers;

/** How a secret is issued, and the routes that accept it. The deletion of the user comes last. */
interface Secret {
  readonly issue: () => Promise<string>;
  readonly opens: readonly Place[];
}

const secrets: Readonly<Record<string, Secret>> = {
  "token that verifies an address": {
    issue: () => tokenIn(app, "verify-email"),
    opens: ["verify-email"],
  },
  "token that changes an address": {
    issue: async () => {
      await prove(app, alice.email);
      await browser.post("/change-email", { newEmail: "alice@new.example" });
      return tokenIn(app, "confirm-email-change");
    },
    opens: ["verify-email"],
  },
  "token that resets a password": {
    issue: async () => {
      await app.browser().post("/forget-password", { email: alice.email });
      return tokenIn(app, "reset-password");
    },
    opens: ["reset-password page", "reset-password"],
  },
  "token that deletes a user": {
    issue: async () => {
      await browser.post("/delete-user", {});
      return tokenIn(app, "delete-account");
    },
    opens: ["delete-user"],
  },
  "token that deletes a user, at its page": {
    issue: async () => {
      await browser.post("/delete-user", {});
      return tokenIn(app, "delete-account");
    },
    opens: ["delete-user page"],
  },
  "token of a session": {
    issue: async () => String((await app.browser().post("/sign-in/email", alice)).body?.token),
    opens: ["bearer"],
  },
  "copy of a session in a cookie": {
    issue: async () => {
      const other = app.browser();
      await other.post("/sign-in/email", alice);
      const copy = decodeURIComponent(other.jar.get("keyhold.session_data") ?? "");
      expect(copy).toMatch(/^[\w-]{100,}$/);
      return copy;
    },
    opens: [],
  },
  "value of a session's cookie": {
    issue: async () => {
      const other = app.browser();
      await other.post("/sign-in/email", alice);
      return decodeURIComponent(other.sessionCookie);
    },
    opens: ["session cookie"],
  },
  "state of a flow to sign in": {
    issue: () => stateOf("/sign-in/social"),
    opens: ["callback, as a state"],
  },
  "state of a flow to link": {
    issue: () => stateOf("/link-social"),
    opens: ["callback, as a state"],
  },
  "value of a flow's cookie": {
    issue: async () => {
      await stateOf("/sign-in/social");
      return decodeURIComponent(browser.jar.get("keyhold.state") ?? "");
    },
    opens: ["cookie of a sign-in flow"],
  },
};

/** Further routes that accept a secret for its purpose. */
const alike: Readonly<Record<string, readonly Place[]>> = {
  "token that verifies an address": ["verify-email, posted"],
  "token that changes an address": ["verify-email, posted"],
  "token that deletes a user": ["delete-user page"],
  "token that deletes a user, at its page": ["delete-user"],
  // The user may end a session by the token.
  "token of a session": ["revoke-session"],
  // A bearer token may contain the signature.
  "value of a session's cookie": ["bearer"],
  // A route that takes a state consumes it, so the state's own route accepts it no longer.
  "state of a flow to sign in": ["callback, as a state of a signed-out client"],
  "state of a flow to link": ["callback, as a state of a signed-out client"],
};

/** All rows that a wrong secret could have changed. */
const state = async (): Promise<unknown> => {
  const { users, accounts, sessions } = await allRows(app);
  return { users, accounts, sessions };
};

describe.each(Object.entries(secrets))("a %s", (name, { issue, opens }) => {
  const foreign = (Object.keys(consumers) as Place[]).filter(
    (place) => !opens.includes(place) && !alike[name]?.includes(place),
  );

  test.each(foreign)("is not valid at %s, and still works for its purpose", async (place) => {
    const secret = await issue();
    const before = await state();
    const answer = await consumers[place].show(secret);
    expect(consumers[place].isOpened(answer), answer.text).toBe(false);
    expect(answer.status).toBeLessThan(500);
    expect(await state()).toEqual(before);
    for (const own of opens) {
      const opened = await consumers[own].show(secret);
      expect(consumers[own].isOpened(opened), `${own}: ${opened.text}`).toBe(true);
    }
  });
});

describe("a stored value is not valid as a credential:", () => {
  test("the hash of a session's token, even if it is signed", async () => {
    const { sessions } = await allRows(app);
    const hash = sessions[0]?.token ?? "";
    expect(hash).toHaveLength(43);
    for (const place of ["verify-email", "reset-password", "delete-user", "bearer", "session cookie"] as const) {
      expect(consumers[place].isOpened(await consumers[place].show(hash)), place).toBe(false);
    }
    const forged = await app.browser().get("/get-session", { headers: { cookie: signedCookie(hash) } });
    expect(forged.text).toBe("null");
  });

  test("an id", async () => {
    const { id } = await userByEmail(app);
    const { sessions } = await allRows(app);
    for (const secret of [id, sessions[0]?.id ?? ""]) {
      for (const place of Object.keys(consumers) as Place[]) {
        if (place === "revoke-session") continue;
        expect(consumers[place].isOpened(await consumers[place].show(secret)), place).toBe(false);
      }
    }
    expect(await app.db.exists(userModel, { id })).toBe(true);
  });
});
