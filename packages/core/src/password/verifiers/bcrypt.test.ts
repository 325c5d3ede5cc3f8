import { createTestAuth } from "@keyhold/testing";
import { compare, hash } from "bcryptjs";
import { describe, expect, test } from "vitest";
import { accountModel } from "../../model/models.js";
import { bcrypt } from "./bcrypt.js";

const verifier = bcrypt(compare);
/** Made by the reference implementation. */
const made = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

describe("a bcrypt hash", () => {
  test("of another implementation is verified", async () => {
    expect(verifier.recognises(made)).toBe(true);
    expect(await verifier.verify(made, "U*U")).toBe(true);
    expect(await verifier.verify(made, "U*V")).toBe(false);
  });

  test.each(["a", "b", "y"])("of version $2%s$ is verified", async (version) => {
    const stored = (await hash("a right password", 4)).replace(/^\$2.\$/, `$2${version}$`);
    expect(verifier.recognises(stored)).toBe(true);
    expect(await verifier.verify(stored, "a right password")).toBe(true);
    expect(await verifier.verify(stored, "a wrong password")).toBe(false);
  });

  test("covers 72 bytes: the rest is ignored", async () => {
    const stored = await hash("x".repeat(100), 4);
    expect(await verifier.verify(stored, `${"x".repeat(72)}y`)).toBe(true);
    expect(await verifier.verify(stored, `${"x".repeat(71)}y`)).toBe(false);
  });

  test.each([
    "",
    "$2b$",
    made.slice(0, -1),
    `${made}x`,
    ` ${made}`,
    `${made}\n`,
    made.replace("$2a$", "$2x$"),
    made.replace("$05$", "$5$"),
    made.replace("$05$", "$03$"),
    made.replace("$05$", "$17$"),
    made.replace("$05$", "$31$"),
    made.replace("$05$", "$99$"),
    made.replace(".E5", "*E5"),
    "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",
  ])("is not %j", (stored) => {
    expect(verifier.recognises(stored)).toBe(false);
  });
});

test("a user of another system signs in with a bcrypt hash, which is replaced", async () => {
  const config = { emailAndPassword: { passwordVerifiers: [verifier] } };
  const { auth, browser, db, events } = createTestAuth({ config });
  const passwordHash = await hash("a right password", 4);
  await auth.api.createUser({ email: "ann@example.com", name: "Ann", passwordHash });

  const signIn = (password: string) => browser.post("/sign-in/email", { email: "ann@example.com", password });
  expect((await signIn("a wrong password")).status).toBe(401);
  expect((await signIn("a right password")).status).toBe(200);
  await auth.idle();
  expect(events.map((event) => event.type)).toContain("password.rehashed");
  const [account] = await db.list(accountModel, { providerId: "credential" }, { orderBy: "id", limit: 2 });
  expect(account?.password).toMatch(/^\$scrypt\$/);
  expect((await signIn("a right password")).status).toBe(200);
});
