import { afterEach, describe, expect, test, vi } from "vitest";
import { openPage, type PageApp } from "./page-app.ts";
import { openSmtpInbox } from "./smtp-inbox.ts";

/** The code of pages of docs/tasks runs as a reader saves it. */

const email = "ada@example.com";
const password = "correct horse battery staple";
const account = { name: "Ada", email, password };

let app: PageApp | null = null;
const open = async (...given: Parameters<typeof openPage>): Promise<PageApp> => {
  app = await openPage(...given);
  return app;
};
afterEach(async () => {
  await app?.close();
  app = null;
});

const signedInAs = async ({ get }: ReturnType<PageApp["visit"]>): Promise<string | null> =>
  (await (await get("/get-session")).json())?.user?.email ?? null;

describe("sign in by a link in an email", () => {
  test("leads a new user to the welcome page, and later to the account", async () => {
    const { load, visit, secrets } = await open("sign-in-by-a-link-in-an-email");
    const { sendLink } = await load("sign-in.ts");
    const browser = visit();
    const said = await sendLink(email);
    expect(said).toBe("Open the link in the email that we have sent you.");
    const [link = ""] = await secrets();
    expect((await browser.fetch(link)).headers.get("location")).toBe("https://app.example.com/welcome");
    expect(await signedInAs(browser)).toBe(email);

    const later = visit();
    expect(await sendLink(email)).toBe(said);
    const [, next = ""] = await secrets();
    expect((await later.fetch(next)).headers.get("location")).toBe("https://app.example.com/account");
    expect((await later.fetch(next)).headers.get("location")).toBe(
      "https://app.example.com/sign-in?error=INVALID_TOKEN",
    );
  });
});

describe("sign in by a code in an email", () => {
  test("signs in by the code, and says what a wrong code is", async () => {
    const { load, visit, secrets } = await open("sign-in-by-a-code-in-an-email");
    const { sendCode, signIn } = await load("sign-in.ts");
    const browser = visit();
    expect(await sendCode(email)).toBe(null);
    const [code = ""] = await secrets();
    expect(code).toMatch(/^\d{8}$/);
    expect(await signIn(email, code === "00000000" ? "00000001" : "00000000")).toBe("This code is wrong or too old.");
    expect(await signIn(email, code)).toBe(null);
    expect(await signedInAs(browser)).toBe(email);
  });
});

describe("let guests in and keep their cart", () => {
  test("the cart stays at a sign-up, and is moved at a sign-in", async () => {
    const { load, visit } = await open("let-guests-in-and-keep-their-cart");
    const { addToCart } = await load("shop.ts");
    const { authClient } = await load("auth-client.ts");
    visit();
    expect(await addToCart("tea")).toEqual(["tea"]);
    expect((await authClient.getSession()).data.user.isAnonymous).toBe(true);
    expect((await authClient.signUp.email(account)).error).toBe(null);
    expect([...(await addToCart("cup"))].sort()).toEqual(["cup", "tea"]);

    visit();
    await authClient.getSession();
    expect(await addToCart("pot")).toEqual(["pot"]);
    expect((await authClient.signIn.email({ email, password })).error).toBe(null);
    expect([...(await addToCart("spoon"))].sort()).toEqual(["cup", "pot", "spoon", "tea"]);
  });
});

describe("hand a session over by a one-time token", () => {
  test("signs in at the second host, once", async () => {
    const { load, visit } = await open("hand-a-session-over-by-a-one-time-token");
    const [{ adminUrl }, { takeOver }] = await Promise.all([load("open-admin.ts"), load("take-over.ts")]);
    await visit().post("/sign-up/email", account);
    const { origin, pathname, hash } = new URL(await adminUrl());
    expect([origin, pathname]).toEqual(["https://admin.example.com", "/sign-in"]);
    const second = visit(origin);
    expect(await takeOver(hash)).toBe(true);
    expect(await signedInAs(second)).toBe(email);
    visit(origin);
    expect(await takeOver(hash)).toBe(false);
  });
});

describe("switch between several accounts", () => {
  test("lists both accounts, switches, and leaves one", async () => {
    const { load, visit } = await open("switch-between-several-accounts");
    const { listAccounts, switchTo, leaveAccount } = await load("accounts.ts");
    const browser = visit();
    await browser.post("/sign-up/email", account);
    await browser.post("/sign-up/email", { ...account, email: "ada@work.example" });
    const accounts: readonly { id: string; email: string; isActive: boolean }[] = await listAccounts();
    expect(accounts.map(({ email, isActive }) => [email, isActive])).toEqual([
      ["ada@work.example", true],
      [email, false],
    ]);
    expect(await switchTo(accounts[1]?.id ?? "")).toBe(true);
    expect(await signedInAs(browser)).toBe(email);
    await leaveAccount();
    expect(await signedInAs(browser)).toBe("ada@work.example");
  });
});

describe("show the last used way to sign in", () => {
  test("marks the way after a sign-in", async () => {
    const { load, visit } = await open("show-the-last-used-way-to-sign-in");
    const { labels } = await load("labels.ts");
    const browser = visit();
    await browser.post("/sign-up/email", account);
    expect(labels()).toEqual(["Password", "Google", "Passkey"]);
    vi.stubGlobal("document", {
      cookie: browser.cookies.cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    });
    expect(labels()).toEqual(["Password (last used)", "Google", "Passkey"]);
  });
});

describe("add a CAPTCHA", () => {
  test("signs up with the response of the widget, and not without", async () => {
    const asked: string[] = [];
    const { load } = await open("add-a-captcha", {
      env: { TURNSTILE_SECRET_KEY: "for tests only" },
      async other(request) {
        asked.push(request.url);
        return Response.json({ success: true, hostname: "app.example.com", action: "sign-up" });
      },
    });
    const { signUp } = await load("sign-up.ts");
    const form = new FormData();
    for (const [name, value] of Object.entries(account)) form.set(name, value);
    expect(await signUp(form)).toMatch(/captcha/i);
    form.set("cf-turnstile-response", "solved");
    expect(await signUp(form)).toBe(null);
    expect(asked).toEqual(["https://challenges.cloudflare.com/turnstile/v0/siteverify"]);
  });
});

describe("translate errors and emails", () => {
  test("answers in the language of the user, and stores the language", async () => {
    const inbox = await openSmtpInbox();
    const env = { SMTP_URL: inbox.url };
    const { load, visit, auth } = await open("translate-errors-and-emails", { env });
    const { signUp } = await load("sign-up.ts");
    const { authClient } = await load("auth-client.ts");
    const browser = visit();
    expect(await signUp("Ada", email, password, "de-AT")).toBe(null);
    expect((await authClient.getSession()).data.user.locale).toBe("de-AT");
    await auth.idle();
    inbox.close();
    expect(inbox.received[0]).toMatch(/^Subject: .*Best=C3=A4tigen/m);
    const { error } = await authClient.changePassword({ currentPassword: "wrong", newPassword: password });
    expect(error.code).toBe("INVALID_PASSWORD");
    const { german } = await import("@keyhold/i18n/de");
    expect(error.message).toBe(german.errors.INVALID_PASSWORD);
    await browser.post("/sign-out");
    const asked = { headers: { "accept-language": "fr", "content-type": "application/json" }, method: "POST" };
    const wrong = await browser.fetch("/sign-in/email", {
      ...asked,
      body: JSON.stringify({ email, password: "wrong" }),
    });
    const { french } = await import("@keyhold/i18n/fr");
    expect((await wrong.json()).message).toBe(french.errors.INVALID_EMAIL_OR_PASSWORD);
  });
});

describe("let users make API keys", () => {
  test("makes, lists and deletes a key", async () => {
    const { load, visit, auth } = await open("let-users-make-api-keys");
    const { makeKey, listKeys, deleteKey, confirm } = await load("keys.ts");
    await visit().post("/sign-up/email", account);
    const key = await makeKey("deploy");
    expect(key).toMatch(/^acme_/);
    const api = auth.api as unknown as { verifyApiKey(input: object): Promise<{ valid: boolean }> };
    expect(await api.verifyApiKey({ key, permissions: { files: ["read"] } })).toMatchObject({ valid: true });
    const [listed] = await listKeys();
    expect(listed).toMatchObject({ name: "deploy" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20 * 60_000 });
    expect(await makeKey("later")).toBe(null);
    expect((await confirm(password)).error).toBe(null);
    expect(await makeKey("later")).toMatch(/^acme_/);
    vi.useRealTimers();
    expect((await deleteKey(listed.id)).error).toBe(null);
    expect(await listKeys()).toMatchObject([{ name: "later" }]);
  });
});

describe("protect an API with sessions, API keys and JWTs", () => {
  test("takes each of the three, and no other caller", async () => {
    const { load, visit } = await open("protect-an-api-with-sessions-api-keys-and-jwts");
    const { GET } = await load("files.ts");
    const browser = visit();
    await browser.post("/sign-up/email", account);
    const ask = async (headers: HeadersInit) => {
      const answer: Response = await GET(new Request("https://app.example.com/files", { headers }));
      return answer.ok ? (await answer.json()).by : answer.status;
    };
    const make = async (permissions: object): Promise<string> =>
      (await (await browser.post("/api-key/create", { permissions })).json()).key;
    const [reader, writer] = [await make({ files: ["read"] }), await make({ files: ["write"] })];
    const { token } = await (await browser.get("/token")).json();
    expect(await ask({})).toBe(401);
    expect(await ask(browser.headers())).toBe("session");
    expect(await ask({ authorization: `Bearer ${token}` })).toBe("session");
    expect(await ask({ "x-api-key": reader })).toBe("api-key");
    expect(await ask({ authorization: `Bearer ${reader}` })).toBe("api-key");
    expect(await ask({ "x-api-key": writer })).toBe(403);
    expect(await ask({ "x-api-key": reader, authorization: `Bearer ${token}` })).toBe(400);
  });
});

describe("give out JWTs that another service checks", () => {
  test("the service knows the user by the token, and rejects other tokens", async () => {
    let service: { answer(request: Request): Promise<Response> } | null = null;
    const { load, visit } = await open("give-out-jwts-that-another-service-checks", {
      other: async (request) => (await service?.answer(request)) ?? new Response(null, { status: 502 }),
    });
    service = await load("service.ts");
    const { readOrders } = await load("orders.ts");
    const { user } = await (await visit().post("/sign-up/email", account)).json();
    expect(await (await readOrders()).json()).toEqual({ userId: user.id, scope: "orders:read" });
    const refused = await service?.answer(
      new Request("https://api.example.com/orders", { headers: { authorization: "Bearer a.b.c" } }),
    );
    expect(refused?.status).toBe(401);
  });
});

describe("sign in a command line tool or a TV", () => {
  test("the device gets a token when the user has approved its code", async () => {
    const { load, visit, auth } = await open("sign-in-a-command-line-tool-or-a-tv", {
      // The device waits a second in place of five.
      edit: (code) =>
        code.replace("deviceAuthorization({ clients", "deviceAuthorization({ intervalSeconds: 1, clients"),
    });
    const [{ signIn }, { open: openCode, approve }] = await Promise.all([load("device.ts"), load("approve.ts")]);
    const browser = visit();
    await browser.post("/sign-up/email", account);
    const shown = Promise.withResolvers<string>();
    const token = signIn(shown.resolve);
    const text = await shown.promise;
    expect(text).toMatch(/^Open https:\/\/app\.example\.com\/device and enter the code [A-Z]{4}-[A-Z]{4}$/);
    const code = text.slice(-9);
    expect((await openCode(code)).data).toMatchObject({ client_name: "Example CLI", scope: "deploy" });
    expect((await approve(code)).error).toBe(null);
    const headers = new Headers({ authorization: `Bearer ${await token}` });
    expect((await auth.session(headers))?.user.email).toBe(email);
  });
});

describe("show the user's devices", () => {
  test("lists, renames and forgets a device, and emails about a new device", async () => {
    const { load, visit, secrets } = await open("show-the-users-devices");
    const { listDevices, renameDevice, forgetDevice } = await load("devices.ts");
    const first = visit();
    await first.post("/sign-up/email", account);
    const [verify = ""] = await secrets();
    await first.follow(verify);
    const second = visit();
    await second.post("/sign-in/email", { email, password });
    expect(await secrets()).toHaveLength(2);
    const devices: readonly { id: string; name: string }[] = await listDevices();
    expect(devices).toHaveLength(2);
    expect(devices[0]?.name).toMatch(/ \(this device\)$/);
    const other = devices[1]?.id ?? "";
    expect((await renameDevice(other, "Kitchen")).error).toBe(null);
    expect((await listDevices())[1].name).toBe("Kitchen");
    expect((await forgetDevice(other)).error).toBe(null);
    expect(await signedInAs(first)).toBe(null);
    expect(await signedInAs(second)).toBe(email);
  });
});

describe("sign in in an Expo app", () => {
  test("the server starts, and knows the app", async () => {
    const { auth, visit } = await open("sign-in-in-an-expo-app", {
      env: { GOOGLE_CLIENT_ID: "for tests", GOOGLE_CLIENT_SECRET: "for tests only" },
    });
    await auth.ready();
    const query = {
      client_id: "app",
      redirect_uri: "com.example.app:/signed-in",
      state: "s",
      code_challenge_method: "S256",
    };
    const answer = await visit().get("/native/authorize", { ...query, code_challenge: "a".repeat(43) });
    expect(answer.headers.get("location")).toMatch(/^(https:\/\/app\.example\.com)?\/sign-in\?/);
  });
});
