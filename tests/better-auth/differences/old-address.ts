import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { home, openOld } from "./old.ts";

/** Prints the client address that better-auth 1.2.12 reads from a header, outside of tests. */
const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
const { handler, close } = await openOld(join(folder, "app.db"));
const ask = (path: string, init: RequestInit): Promise<Response> =>
  handler(new Request(`${home}/api/auth${path}`, init));
const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.7" };
const person = { name: "Ada", email: "ada@example.com", password: "a password of old" };
const signUp = await ask("/sign-up/email", { method: "POST", headers, body: JSON.stringify(person) });
const cookie = signUp.headers
  .getSetCookie()
  .map((line) => line.split(";")[0])
  .join("; ");
const { session } = await (await ask("/get-session", { headers: { cookie } })).json();
console.log(JSON.stringify(session.ipAddress));
await close();
rmSync(folder, { recursive: true });
