// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestAuth } from "./test-auth.js";

/** As in happy-dom: the constructor drops the headers that a page may not set. */
class PageRequest extends Request {
  constructor(input: string | URL | Request, init?: RequestInit) {
    super(input, init);
    for (const name of ["cookie", "origin"]) this.headers.delete(name);
  }
}

async function signInAndOut(): Promise<void> {
  const { signUp, logged } = createTestAuth();
  const { client, password } = await signUp("ada@example.com");
  expect((await client.getSession()).data?.user.email).toBe("ada@example.com");
  await client.signOut();
  expect((await client.getSession()).data).toBe(null);
  expect((await client.signIn.email({ email: "ada@example.com", password })).error).toBe(null);
  expect(logged).toEqual([]);
}

test("a test auth serves clients in a test of components, on jsdom", async () => {
  expect(document.title).toBe("");
  await signInAndOut();
});

test("a test auth serves clients if the constructor of requests drops cookies, as happy-dom does", async () => {
  vi.stubGlobal("Request", PageRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(new Request("https://app.example.com", { headers: { cookie: "a=b" } }).headers.get("cookie")).toBe(null);
  await signInAndOut();
});
