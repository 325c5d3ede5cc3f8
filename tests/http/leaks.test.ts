import { accountModel, definePlugin, text, userModel } from "@keyhold/core";
import { createTestAuth } from "@keyhold/testing";
import { username } from "@keyhold/username";
import { beforeEach, describe, expect, test } from "vitest";
import { allEndpoints, pathOf } from "./endpoints.js";

const password = "sentinel: a right password";
const secret = "sentinel: 0123456789abcdefghijklmn";
const vault = definePlugin({ id: "vault", userColumns: { pin: text().optional().secret() } });
const config = {
  secret,
  session: { cookieCache: { enabled: true } },
  user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
} as const;

const open = () => createTestAuth({ plugins: [username(), vault], config });

let kit: ReturnType<typeof open>;
let ann: Awaited<ReturnType<typeof kit.signUp>>;
/** What nobody but the database may know. */
let kept: readonly string[];
/** The tokens of Ann's sessions, here and elsewhere. */
let tokens: readonly string[];

const tokenIn = (header: string | null): string => /session_token=([A-Za-z0-9]{32})\./.exec(header ?? "")?.[1] ?? "";

beforeEach(prepare);

/** Ann, at two browsers, with an account elsewhere and a letter of each kind. */
async function prepare(): Promise<void> {
  kit = open();
  ann = await kit.signUp("ann@example.com", { username: "ann", password });
  const elsewhere = kit.visit();
  await elsewhere.client.signIn.email({ email: "ann@example.com", password });
  tokens = [ann, elsewhere].map(({ browser }) => tokenIn(browser.headers().get("cookie")));
  await kit.db.update(userModel, ann.user.id, { pin: "sentinel: a pin" } as object);
  const provider = { accessToken: "sentinel: access", refreshToken: "sentinel: refresh", idToken: "sentinel: id" };
  const dates = { createdAt: kit.clock.now(), updatedAt: kit.clock.now() };
  await kit.db.within(userModel, ann.user.id, async (tx, user) => {
    const account = { userId: user.id, providerId: "github", accountId: "42", ...provider, ...dates };
    await tx.insert(accountModel, account, user);
    return null;
  });
  await ann.client.requestPasswordReset({ email: "ann@example.com", redirectTo: "/new" });
  await ann.client.deleteUser({});
  await kit.auth.idle();
  const all = { orderBy: "id", limit: 100 } as const;
  const accounts = await kit.db.list(accountModel, {}, all);
  kept = ["sentinel", ...accounts.flatMap(({ password: hash }) => hash ?? [])];
}

const tokenOf = (kind: "verify-email" | "reset-password" | "delete-account"): string =>
  kit.mailbox.lastTo("ann@example.com", kind)?.token ?? "";

/** Something that each route can do something with. */
const inputs: Readonly<Record<string, () => object>> = {
  "/verify-email": () => ({ token: tokenOf("verify-email"), callbackURL: "/welcome" }),
  "/delete-user/callback": () => ({ token: tokenOf("delete-account"), callbackURL: "/bye" }),
  "/reset-password/:token": () => ({ callbackURL: "/new" }),
  "/reset-password": () => ({ token: tokenOf("reset-password"), newPassword: `${password}!` }),
  "/update-user": () => ({ name: "Ann two" }),
  "/unlink-account": () => ({ providerId: "github" }),
  "/revoke-session": () => ({ id: "nobody" }),
  "/error": () => ({ error: "x" }),
  "/sign-up/email": () => ({ name: "Bob", email: "bob@example.com", username: "bob", password }),
};
const anything = () => ({
  email: "ann@example.com",
  username: "ann",
  password,
  currentPassword: password,
  newPassword: `${password}!`,
  newEmail: "new@example.com",
  callbackURL: "/x",
  redirectTo: "/x",
});

async function ask(wire: string, { browser }: { browser: (typeof kit)["browser"] }): Promise<Response> {
  const [method = "", declared = ""] = wire.split(" ");
  const input = inputs[declared]?.() ?? (method === "POST" ? anything() : {});
  const path = declared.replace(":token", tokenOf("reset-password"));
  return method === "POST" ? browser.post(path, input) : browser.get(path, { ...input });
}

const routes = allEndpoints()
  .filter(({ isServerOnly }) => !isServerOnly)
  .map((endpoint) => ({ wire: endpoint.wire, path: pathOf(endpoint) }));

describe.each(routes)("$wire", ({ wire, path }) => {
  test.each([
    ["whoever is signed in", () => ann],
    ["anybody", () => kit.visit()],
  ])("tells %s no secret, neither in its answer nor in a log, an event or the address of a letter", async (_, who) => {
    const answer = await ask(wire, who());
    await kit.auth.idle();
    const body = await answer.text();
    const letters = kit.mailbox.letters;
    expect(answer.status, body).toBeLessThan(500);
    const told = JSON.stringify([body, [...answer.headers], kit.logged, kit.events, letters]);
    expect(kept.filter((secret) => told.includes(secret))).toEqual([]);
    const [own = "", other = ""] = tokens;
    expect(told).not.toContain(other);
    // A session's token is in its own cookie, and in the answers that show whose session it is.
    const addresses = [answer.headers.get("location"), ...letters.map((letter) => ("url" in letter ? letter.url : ""))];
    expect(addresses.join()).not.toContain(own);
    expect(JSON.stringify([kit.logged, kit.events])).not.toContain(own);
    if (path !== "/get-session") expect(body).not.toContain(own);
  });

  test("is kept by no cache, and says nothing of what answers", async () => {
    const answer = await ask(wire, ann);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("vary")).toBe("cookie");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const known =
      /^(content-type|cache-control|vary|x-content-type-options|set-cookie|location|referrer-policy|content-security-policy|x-frame-options)$/;
    expect([...answer.headers.keys()].filter((name) => !known.test(name))).toEqual([]);
    const names = answer.headers.getSetCookie().map((line) => line.slice(0, line.indexOf("=")));
    expect(new Set(names).size).toBe(names.length);
  });
});

test("all of them are answered to whoever is signed in, so that there was something to tell", async () => {
  const refused: string[] = [];
  for (const { wire } of routes) {
    await prepare();
    const answer = await ask(wire, ann);
    if (answer.status >= 400) refused.push(`${wire} ${answer.status} ${await answer.text()}`);
  }
  expect(refused).toEqual([]);
});
