import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { expect, test } from "vitest";
import { terms } from "./plugin.ts";

const auth = createAuth({
  secret: "only for this test: 4f9b7c21d8e3a650",
  baseURL: "http://localhost:3000",
  database: memory(),
  emailAndPassword: { enabled: true },
  plugins: [terms({ version: "2026-11" })],
});
const ada = { name: "Ada", email: "ada@example.com", password: "correct horse" };

test("nobody signs up without accepting the terms in force", async () => {
  const refused = auth.api.signUp.email({ ...ada, acceptedTerms: "2019-01" });
  await expect(refused).rejects.toMatchObject({ code: "TERMS_ARE_NOT_ACCEPTED", status: 422 });
});

test("a person accepts the terms at sign-up, and again later", async () => {
  const cookies: string[] = [];
  const setCookie = (line: string) => void cookies.push(line.split(";", 1)[0] ?? "");
  const { user } = await auth.api.signUp.email({ ...ada, acceptedTerms: "2026-11" }, { setCookie });
  expect(user.acceptedTerms).toBe("2026-11");

  const accepted = await auth.api.terms.accept({ version: "2026-11" }, { headers: { cookie: cookies.join("; ") } });
  expect(accepted).toEqual({ acceptedTerms: "2026-11" });
});
