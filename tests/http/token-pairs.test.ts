import { beforeEach, describe, expect, test } from "vitest";
import { alice, signedCookie, userByEmail, userModel } from "./app.js";
import type { Answer, Browser } from "./browser.js";
import { type MailApp, openMailApp, prove, signUp, tokenIn } from "./letters.js";
import { allRows } from "./rows.js";

const newPassword = "another password";

let app: MailApp;
let browser: Browser;

/** Alice is signed in; she has every secret that there is. */
beforeEach(async () => {
  app = openMailApp({ session: { bearer: true, cookieCache: { enabled: true } } });
  browser = await signUp(app, alice);
});

/** Where a secret is shown. Answers whether it opened anything. */
interface Consumer {
  readonly show: (secret: string) => Promise<Answer>;
  readonly isOpened: (answer: Answer) => boolean;
}

const isAnswered = ({ status }: Answer): boolean => status === 200;
const showsSomebody = ({ text }: Answer): boolean => text !== "null";
const escaped = (secret: string): string => encodeURIComponent(secret);

const consumers = {
  "verify-email": { show: (secret) => browser.get(`/verify-email?token=${escaped(secret)}`), isOpened: isAnswered },
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
    isOpened: showsSomebody,
  },
  "session cookie, copied": {
    show: (secret) =>
      app.browser().get("/get-session", { headers: { cookie: `keyhold.session_data=${escaped(secret)}` } }),
    isOpened: showsSomebody,
  },
  bearer: {
    show: (secret) => app.browser().get("/get-session", { headers: { authorization: `Bearer ${escaped(secret)}` } }),
    isOpened: showsSomebody,
  },
  "revoke-session": {
    show: (token) => browser.post("/revoke-session", { token }),
    // It answers alike whatever it is shown: what it ended is seen in the rows.
    isOpened: () => false,
  },
  "delete-user": { show: (token) => browser.post("/delete-user", { token }), isOpened: isAnswered },
  "delete-user page": {
    show: (secret) => browser.get(`/delete-user/callback?token=${escaped(secret)}`),
    isOpened: isAnswered,
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
};

/** Where a secret may also work: as long as it opens nothing but what it is for. */
const alike: Readonly<Record<string, readonly Place[]>> = {
  "token that deletes a person": ["delete-user page"],
  "token that deletes a person, at its page": ["delete-user"],
  // Its own person may end a session by naming its token.
  "token of a session": ["revoke-session"],
  // A bearer may carry the signature along.
  "value of a session's cookie": ["bearer"],
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
