import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { text } from "../model/column.js";
import { defineErrors } from "./errors.js";
import type { UserCreation } from "./hooks.js";
import { type AnyPlugin, definePlugin, type Plugin } from "./plugin.js";
import type { PluginTypes } from "./plugin-types.js";

const signUpFields = {
  code: z.string().max(8),
  newsletter: z
    .string()
    .transform((answer) => answer === "yes")
    .optional(),
};
const errors = defineErrors({ WRONG_CODE: { status: 422, message: "wrong code" } });

interface CodeTypes extends PluginTypes {
  readonly signUpFields: typeof signUpFields;
  readonly errorCode: keyof typeof errors;
}

/** Keeps what each hook gets. */
const codes = (seen: UserCreation<CodeTypes>[] = []): Plugin<CodeTypes> =>
  definePlugin<CodeTypes>({
    id: "codes",
    errors,
    signUpFields,
    hooks: {
      "user.create": (draft, ctx, creation) => {
        seen.push(creation);
        if (creation.isSignUp && creation.fields.code !== "right") return ctx.fail(errors.WRONG_CODE);
        return draft;
      },
    },
  });

const ada = { name: "Ada", email: "ada@example.com", password: "correct horse" };

async function signUp(input: object, plugins: readonly AnyPlugin[] = [codes()]) {
  const { browser } = createTestAuth({ plugins });
  const response = await browser.post("/sign-up/email", { ...ada, ...input });
  return { status: response.status, body: await response.json() };
}

describe("fields of sign-up that are no columns", () => {
  test("reach the hook at user.create, checked and transformed, and are not stored", async () => {
    const seen: UserCreation<CodeTypes>[] = [];
    const { status, body } = await signUp({ code: "right", newsletter: "yes" }, [codes(seen)]);
    expect(status).toBe(200);
    expect(Object.keys(body.user)).not.toContain("code");
    expect(seen).toEqual([{ isSignUp: true, fields: { code: "right", newsletter: true } }]);
  });

  test("let the hook fail with an error of its plugin", async () => {
    expect(await signUp({ code: "wrong" })).toMatchObject({ status: 422, body: { code: "WRONG_CODE" } });
  });

  test("are checked by their schemas: each issue is answered with the name of its field", async () => {
    const { status, body } = await signUp({ code: "much too long", newsletter: 5 });
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(["code", "newsletter"]);
    expect((await signUp({})).body.issues).toMatchObject([{ path: "code" }]);
  });

  test("may have schemas that answer with a promise", async () => {
    const later = definePlugin({
      id: "later",
      signUpFields: { slow: z.string().refine(async (value) => value === "right", "Not right") },
    });
    expect((await signUp({ slow: "right" }, [later])).status).toBe(200);
    expect((await signUp({ slow: "wrong" }, [later])).body.issues).toEqual([{ path: "slow", message: "Not right" }]);
  });

  test("are those of all plugins together", async () => {
    const other = definePlugin({ id: "other", signUpFields: { referrer: z.string().optional() } });
    expect((await signUp({ code: "right", referrer: "Bob" }, [codes(), other])).status).toBe(200);
    expect((await signUp({ code: "right", referrer: 5 }, [codes(), other])).body.issues).toMatchObject([
      { path: "referrer" },
    ]);
  });

  test("are the same for a server call", async () => {
    const { auth } = createTestAuth({ plugins: [codes()] });
    expect((await auth.api.signUp.email({ ...ada, code: "right" })).user.email).toBe(ada.email);
    await expect(auth.api.signUp.email({ ...ada, code: "wrong" })).rejects.toMatchObject({ code: "WRONG_CODE" });
  });

  test("are not asked of the app: createUser and importUsers create users without them", async () => {
    const seen: UserCreation<CodeTypes>[] = [];
    const { auth } = createTestAuth({ plugins: [codes(seen)] });
    await auth.api.createUser({ email: ada.email, name: "Ada" });
    await auth.api.importUsers({ users: [{ email: "bob@example.com", name: "Bob" }] });
    expect(seen).toEqual(Array(2).fill({ isSignUp: false, fields: {} }));
  });

  test("reach the hook of a sign-up with a taken email address, too, which is answered as one with a free address", async () => {
    const seen: UserCreation<CodeTypes>[] = [];
    const config = { emailAndPassword: { requireEmailVerification: true } };
    const { browser } = createTestAuth({ plugins: [codes(seen)], config });
    const send = () => browser.post("/sign-up/email", { ...ada, code: "right" });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect(seen).toEqual(Array(2).fill({ isSignUp: true, fields: { code: "right" } }));
  });
});

describe("createAuth rejects a field of sign-up", () => {
  const field = (id: string, name: string) => definePlugin({ id, signUpFields: { [name]: z.string() } });

  test.each(["password", "email", "callbackURL"])("that sign-up has already: %s", (name) => {
    expect(() => createTestAuth({ plugins: [field("one", name)] })).toThrow(
      `"one" declares the sign-up field "${name}", which sign-up has already`,
    );
  });

  test("that two plugins declare", () => {
    expect(() => createTestAuth({ plugins: [field("one", "code"), field("two", "code")] })).toThrow(
      '"two" declares the sign-up field "code", which is defined by "one", too',
    );
  });

  test("that is a column of the user", () => {
    const column = definePlugin({ id: "plan", extends: { user: { columns: { plan: text().optional() } } } });
    expect(() => createTestAuth({ plugins: [field("one", "plan"), column] })).toThrow(
      '"one" declares the sign-up field "plan", which is defined by "plan" as a column, too',
    );
  });
});
