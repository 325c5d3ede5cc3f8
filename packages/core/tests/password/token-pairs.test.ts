import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alice, home, signedCookie, userByEmail, userModel } from "../app.js";
import type { Answer, Browser } from "../browser.js";
import { type MailApp, openMailApp, prove, signUp, tokenIn } from "../emails.js";
import { allRows } from "../rows.js";

const newPassword = "another password";

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

let app: MailApp;
let browser: Browser;

/** Alice is signed in; she has every secret that there is. */
beforeEach(async () => {
  app = openMailApp({ session: { bearer: true, cookieCache: { enabled: true } }, fetch: idp.fetch });
  idp.useClock(app.now);
  browser = await signUp(app, alice);
});

/** Where a secret is shown. Answers whether it opened anything. */
interface Consumer {
  readonly show: (secret: string) => Promise<Answer>;
  readonly isOpened: (answer: Answer) => boolean;
}

const isAnswered = ({ status }: Answer): boolean => status === 200;
const showsUser = ({ text }: Answer): boolean => text !== "null";
const escaped = (secret: string): string => encodeURIComponent(secret);
const leadsHome = ({ headers }: Answer): boolean => headers.get("location") === `${home}/home`;

/** What Google sent back with each state. */
const codes = new Map<string, string>();
const backWith = (state: string): string =>
  `/callback/google?${new URLSearchParams({ state, code: codes.get(state) ?? "x" })}`;

/** The state of a journey of Alice's browser to Google, from which she could come back at once. */
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
    // It answers alike whatever it is shown: what it ended is seen in the rows.
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
  "callback, as a state of somebody signed out": {
    show: (secret) => app.browser().get(backWith(secret)),
    isOpened: leadsHome,
  },
  "callback, as a code": {
    show: async (secret) =>
      browser.get(`/callback/google?state=${await stateOf("/sign-in/social")}&code=${escaped(secret)}`),
    isOpened: leadsHome,
  },
  "cookie of a journey": {
    show: async (secret) => {
      const cookie = `keyhold.state=${escaped(secret)}`;
      return app.browser().get(backWith(await stateOf("/sign-in/social")), { headers: { cookie } });
    },
    isOpened: leadsHome,
  },
} as const satisfies Record<string, Consumer>;

type Place = keyof typeof consumers;

/** A secret: how it comes to be, and where it opens something. The deletion of the person comes last. */
interface Secret {
  readonly issue: () => Promise<string>;
  readonly opens: readonly Place[];
}

const secrets: Readonly<Record<string, Secret>> = {
  "token that proves an address": {
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
  "token that deletes a person": {
    issue: async () => {
      await browser.post("/delete-user", {});
      return tokenIn(app, "delete-account");
    },
    opens: ["delete-user"],
  },
  "token that deletes a person, at its page": {
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
  "state of a journey to sign in": {
    issue: () => stateOf("/sign-in/social"),
    opens: ["callback, as a state"],
  },
  "state of a journey to link": {
    issue: () => stateOf("/link-social"),
    opens: ["callback, as a state"],
  },
  "value of a journey's cookie": {
    issue: async () => {
      await stateOf("/sign-in/social");
      return decodeURIComponent(browser.jar.get("keyhold.state") ?? "");
    },
    opens: ["cookie of a journey"],
  },
};

/** Where a secret may also work: as long as it opens nothing but what it is for. */
const alike: Readonly<Record<string, readonly Place[]>> = {
  "token that proves an address": ["verify-email, posted"],
  "token that changes an address": ["verify-email, posted"],
  "token that deletes a person": ["delete-user page"],
  "token that deletes a person, at its page": ["delete-user"],
  // Its own person may end a session by naming its token.
  "token of a session": ["revoke-session"],
  // A bearer may carry the signature along.
  "value of a session's cookie": ["bearer"],
  // Whoever shows a state uses it up, so it does not work any more where it belongs.
  "state of a journey to sign in": ["callback, as a state of somebody signed out"],
  "state of a journey to link": ["callback, as a state of somebody signed out"],
};

/** Who there is, and what of a session is left: what a wrong secret could have changed. */
const state = async (): Promise<unknown> => {
  const { users, accounts, sessions } = await allRows(app);
  return { users, accounts, sessions };
};

describe.each(Object.entries(secrets))("a %s", (name, { issue, opens }) => {
  const foreign = (Object.keys(consumers) as Place[]).filter(
    (place) => !opens.includes(place) && !alike[name]?.includes(place),
  );

  test.each(foreign)("opens nothing at %s, and still works where it belongs", async (place) => {
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

describe("what the database keeps opens nothing:", () => {
  test("the hash of a session's token, even where it is signed", async () => {
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
