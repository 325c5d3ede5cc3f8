import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { toActions, toRouteHandlers, toSession } from "@keyhold/tanstack-start";
import { createServerEntry, getResponseHeaders } from "@tanstack/react-start/server";
import { describe, expect, test } from "vitest";

const home = "http://localhost:3000";
const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

/** A server of TanStack Start with three app routes. The socket has the address 203.0.113.7. */
function openApp() {
  const auth = createAuth({
    secret: "Jm1T8kq0vYw4xZ7nB2cR5dF9gH3sL6pA",
    baseURL: home,
    database: memory(),
    log: () => {},
    session: { cookieCache: { enabled: true } },
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
    },
  });
  const { ANY } = toRouteHandlers(auth);
  const actions = toActions(auth);
  const session = toSession(auth);
  const handlers: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
    "/session": () => session(),
    "/sign-up": async (request) => actions.signUp.email(await request.formData()),
    "/sign-up-and-rename": async (request) => {
      await session();
      await actions.signUp.email(await request.formData());
      return [await actions.updateUser({ name: "Ada L" }), await session()];
    },
    "/sign-out": async () => {
      await actions.signOut();
      return session();
    },
  };
  const { fetch } = createServerEntry({
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/api/auth/")) return ANY({ request });
      return Response.json(await handlers[pathname]?.(request), { headers: [...getResponseHeaders()] });
    },
  });
  let cookie = "";
  return async (path: string, body?: FormData): Promise<Response> => {
    const headers = { origin: home, cookie, "x-forwarded-for": "198.51.100.1" };
    const request = new Request(home + path, body ? { method: "POST", headers, body } : { headers });
    const response = await fetch(Object.assign(request, { ip: "203.0.113.7" }));
    const lines = response.headers.getSetCookie();
    if (lines.length > 0) cookie = lines.map((line) => line.split(";")[0]).join("; ");
    return response;
  };
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe("an app of TanStack Start", () => {
  test("signs up by an action, whose cookie is the session of its server functions and of its routes", async () => {
    const send = openApp();
    expect(await (await send("/session")).json()).toBe(null);
    const signedUp = await send("/sign-up", formOf(ada));
    expect(await signedUp.json()).toMatchObject({ data: { user: { email: ada.email } }, error: null });
    expect(signedUp.headers.getSetCookie()[0]).toMatch(
      /^keyhold\.session_token=[\w%]+\.[\w%]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await (await send("/session")).json()).toMatchObject({ user: { name: "Ada" } });
    expect(await (await send("/api/auth/get-session")).json()).toMatchObject({ user: { name: "Ada" } });
  });

  test("has the new session after a sign-up in the same server function, and so have its next actions", async () => {
    const send = openApp();
    const renamed = await send("/sign-up-and-rename", formOf(ada));
    expect(await renamed.json()).toMatchObject([{ error: null }, { user: { email: ada.email, name: "Ada L" } }]);
    expect(await (await send("/session")).json()).toMatchObject({ user: { name: "Ada L" } });
  });

  test("has no session after a sign-out in the same server function", async () => {
    const send = openApp();
    await send("/sign-up", formOf(ada));
    expect(await (await send("/sign-out", formOf({}))).json()).toBe(null);
  });

  test("has the client's address from the connection, and not from a header of the client", async () => {
    const send = openApp();
    await send("/sign-up", formOf(ada));
    expect(await (await send("/session")).json()).toMatchObject({ session: { ipAddress: "203.0.113.7" } });
    for (let call = 0; call < 3; call++) await send("/sign-up", formOf({ ...ada, email: `${call}@example.com` }));
    expect(await (await send("/sign-up", formOf(ada))).json()).toMatchObject({ error: { status: 429 } });
  });
});
