import { passkeyClient } from "@keyhold/passkey/client";
import { socialClient } from "@keyhold/social/client";
import { usernameClient } from "@keyhold/username/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { type ClientOptions, createAuthClient } from "./client.js";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

const plugins = [usernameClient()] as const;
const newClient = (options: Omit<ClientOptions, "plugins" | "initialSession"> = {}) =>
  createAuthClient({ baseURL: server.url, fetch: server.browser(), plugins, retry: 0, ...options });

describe("a call", () => {
  test("is its route under its name, and resolves to the server's data", async () => {
    const client = newClient();
    const person = newPerson();
    const signedUp = await client.signUp.email({ ...person, username: "Ada_1" });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data?.user).toMatchObject({ email: person.email, username: "ada_1", displayUsername: "Ada_1" });

    const out = await client.signOut();
    expect(out).toEqual({ data: { success: true }, error: null });

    const signedIn = await client.signIn.username({ username: "ADA_1", password: person.password });
    expect(signedIn.data?.user.id).toBe(signedUp.data?.user.id);
    expect(server.requests.slice(-3)).toEqual(["POST /sign-up/email", "POST /sign-out", "POST /sign-in/username"]);
  });

  test("sends the session's cookie of earlier calls", async () => {
    const client = newClient();
    expect(await client.getSession()).toEqual({ data: null, error: null });
    const person = newPerson();
    await client.signUp.email(person);
    const { data } = await client.getSession();
    expect(data?.user.email).toBe(person.email);
  });

  test("has dates where the server has dates", async () => {
    const client = newClient();
    await client.signUp.email(newPerson());
    const { data } = await client.getSession();
    expect(data?.session.expiresAt).toBeInstanceOf(Date);
    expect(data?.user.createdAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test("that fails resolves to the server's body with the status", async () => {
    const { data, error } = await newClient().signIn.email({ email: "nobody@example.com", password: "wrong horse" });
    expect(data).toBeNull();
    expect(error).toEqual({
      code: "INVALID_EMAIL_OR_PASSWORD",
      message: "Invalid email or password",
      status: 401,
      statusText: "Unauthorized",
    });
  });

  test("with invalid input lists the invalid fields", async () => {
    const { error } = await newClient().signUp.email({ ...newPerson(), name: ["Ada"] as unknown as string });
    expect(error?.code).toBe("VALIDATION_ERROR");
    expect(error?.issues?.map((issue) => issue.path)).toEqual(["name"]);
  });

  test("of a group that core and a plugin share does not hide the other's", () => {
    expect(Object.keys(newClient().signIn)).toEqual(["email", "username"]);
  });
});

describe("the base URL", () => {
  test("must be an http or https URL, without the path of the routes", () => {
    for (const baseURL of [
      "x",
      "",
      "/api",
      "javascript:alert(1)",
      "ftp://example.com",
      "https://example.com/api/auth",
    ]) {
      expect(() => createAuthClient({ baseURL }), baseURL).toThrow(`createAuthClient(): no base URL ${baseURL}`);
    }
  });

  test("may have a path, which stands before basePath", async () => {
    const asked: unknown[] = [];
    const observed: typeof fetch = async (input) => {
      asked.push(input);
      return new Response("{}");
    };
    for (const baseURL of ["https://example.com/app", "https://example.com/app/"])
      await createAuthClient({ baseURL, fetch: observed }).ok();
    expect(asked.map(String)).toEqual(Array(2).fill("https://example.com/app/api/auth/ok"));
  });

  test("may end in a slash", async () => {
    expect(await newClient({ baseURL: `${server.url}/` }).ok()).toEqual({ data: { ok: true }, error: null });
  });

  test("may be left out, where the page's own is meant", async () => {
    let asked: unknown;
    const observed: typeof fetch = async (input) => {
      asked = input;
      return new Response("{}");
    };
    await createAuthClient({ fetch: observed }).ok();
    expect(asked).toBe("/api/auth/ok");
  });
});

describe("a response with a redirect", () => {
  const visit = async (answer: unknown): Promise<string[]> => {
    const visited: string[] = [];
    const answering: typeof fetch = async () => new Response(JSON.stringify(answer));
    await newClient({ fetch: answering, navigate: (url) => visited.push(url) }).ok();
    return visited;
  };

  test("navigates the browser to it", async () => {
    expect(await visit({ url: "https://idp.example/authorize?x=1", redirect: true })).toEqual([
      "https://idp.example/authorize?x=1",
    ]);
    expect(await visit({ url: "/dashboard", redirect: true })).toEqual(["/dashboard"]);
  });

  test("does not navigate without `redirect: true`", async () => {
    expect(await visit({ url: "/dashboard", redirect: false })).toEqual([]);
    expect(await visit({ url: "/dashboard" })).toEqual([]);
    expect(await visit({ redirect: true })).toEqual([]);
    expect(await visit(null)).toEqual([]);
  });

  test("never runs a script, however it is spelled", async () => {
    const scripts = [
      "javascript:alert(1)",
      " JaVaScRiPt:alert(1)",
      "java\nscript:alert(1)",
      "\u0001javascript:alert(1)",
    ];
    for (const url of [...scripts, "data:text/html,x", "blob:https://a.example/1", "vbscript:x", "http://"]) {
      expect(await visit({ url, redirect: true }), url).toEqual([]);
    }
  });

  test("is the output of a sign-in with a callbackURL", async () => {
    const visited: string[] = [];
    const client = newClient({ navigate: (url) => visited.push(url) });
    const { email, password, name } = newPerson();
    await client.signUp.email({ email, password, name });
    await client.signIn.email({ email, password, callbackURL: "/dashboard" });
    expect(visited).toEqual(["/dashboard"]);
  });
});

describe("a sign-in that needs a second factor", () => {
  const asked = { twoFactorRedirect: true, twoFactorMethods: ["totp", "backup-code"] };
  const answering = (visited: string[], options: Pick<ClientOptions, "pages"> = {}) =>
    createAuthClient({
      ...options,
      fetch: async () => new Response(JSON.stringify(asked)),
      navigate: (url) => void visited.push(url),
      plugins: [usernameClient(), socialClient(), passkeyClient({ asSecondFactor: true })],
    });
  type Client = ReturnType<typeof answering>;

  const ways: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
    "by email": (client) => client.signIn.email({ email: "ada@example.com", password: "correct horse" }),
    "by username": (client) => client.signIn.username({ username: "ada", password: "correct horse" }),
    "by a token of a provider": (client) => client.signIn.social({ provider: "google", idToken: { token: "a" } }),
    "by a passkey": (client) => client.passkey.verifyAuthentication({ response: {} as never }),
    "by a link of an email": (client) => client.verifyEmail({ token: "a" }),
  };

  test.each(Object.entries(ways))("%s navigates to the page of `pages.twoFactor`", async (_, signIn) => {
    const visited: string[] = [];
    const answer = await signIn(answering(visited, { pages: { twoFactor: "/two-factor" } }));
    expect(answer).toEqual({ data: asked, error: null });
    expect(visited).toEqual(["/two-factor?methods=totp,backup-code"]);
  });

  test("does not navigate without the option", async () => {
    const visited: string[] = [];
    for (const signIn of Object.values(ways)) await signIn(answering(visited));
    for (const signIn of Object.values(ways)) await signIn(answering(visited, { pages: {} }));
    expect(visited).toEqual([]);
  });

  test("has a page of this origin only", () => {
    const wrong = [
      "two-factor",
      "//example.com",
      "/\\example.com",
      "/\t/example.com",
      "https://example.com/",
      "javascript:x",
    ];
    for (const twoFactor of wrong as `/${string}`[])
      expect(() => createAuthClient({ pages: { twoFactor } }), twoFactor).toThrow(
        new TypeError(`createAuthClient(): no path ${twoFactor}`),
      );
  });
});
