import { afterAll, beforeAll, expect, test } from "vitest";

/** A server of another runtime. */
export interface RuntimeServer {
  readonly url: string;
  stop(): Promise<void>;
}

const callers = 16;

/** The tests of `openApp` behind a server; `start` opens the same database each time. */
export function testApp(start: () => Promise<RuntimeServer>): void {
  let server: RuntimeServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  const signUp = (email: string): Promise<Response> =>
    fetch(new URL("/api/auth/sign-up/email", server.url), {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://localhost:3000" },
      body: JSON.stringify({ name: "Ada", email, password: "correct horse battery" }),
    });

  test("a user signs up, and is signed in after a restart", async () => {
    const signedUp = await signUp("ada@example.com");
    expect(signedUp.status, await signedUp.clone().text()).toBe(200);
    const cookie = signedUp.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    await server.stop();
    server = await start();
    const session = await fetch(new URL("/api/auth/get-session", server.url), { headers: { cookie } });
    expect(await session.json()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  test("of sixteen sign-ups at once with one address, one succeeds", async () => {
    const answers = await Promise.all(Array.from({ length: callers }, () => signUp("race@example.com")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(callers - 1).fill(422)]);
  });

  test("auth.transaction commits a user and the app's row together, or neither", async () => {
    const answer = async (method: string): Promise<unknown> =>
      (await fetch(new URL("/transaction", server.url), { method })).json();
    expect(await answer("DELETE")).toEqual({ failure: "Error: on purpose", users: 0, profiles: 0 });
    expect(await answer("POST")).toEqual({ failure: null, users: 1, profiles: 1 });
  });
}
