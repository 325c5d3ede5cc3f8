import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { expect, test } from "vitest";

/* A clock that moves between two reads, as under load. */

const baseURL = "https://app.example.com";

test("a new session is not a prolonged session: the next sign-in sets no cookie of a newest session", async () => {
  let time = Date.UTC(2026, 0, 1);
  const now = (): Date => {
    time += 1;
    return new Date(time);
  };
  const secret = "only for this test: 4f9b7c21d8e3a650";
  const auth = createAuth({ secret, baseURL, database: memory(), emailAndPassword: { enabled: true }, now });
  const post = (path: string, body: object, cookie = ""): Promise<Response> => {
    const headers = { "content-type": "application/json", origin: baseURL, cookie };
    return auth.handler(
      new Request(`${baseURL}/api/auth${path}`, { method: "POST", body: JSON.stringify(body), headers }),
    );
  };
  const account = { email: "ada@example.com", password: "a long password" };
  const signedUp = await post("/sign-up/email", { ...account, name: "Ada" });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const signedIn = await post("/sign-in/email", account, cookie);
  expect(signedIn.status).toBe(200);
  const names = signedIn.headers.getSetCookie().map((line) => line.split("=")[0]);
  expect(names.join()).toContain("session_token");
  expect(names.join()).not.toContain("newest");
});
