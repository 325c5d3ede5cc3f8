import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { text } from "../model/column.js";
import { defineModel } from "../model/model.js";
import { sessionModel, userModel } from "../model/models.js";
import { commonErrors, defineErrors } from "./errors.js";
import type { Hooks, UserDraft } from "./hooks.js";
import { type AnyPlugin, definePlugin, type PluginDeclaration } from "./plugin.js";

const ann = { email: "ann@example.com", name: "Ann", password: "a right password" };
const errors = defineErrors({ NOT_TODAY: { status: 403, message: "not today" } });
const noteModel = defineModel("note", { id: text(), body: text() });

const plugin = (id: string, more: Partial<PluginDeclaration> = {}): AnyPlugin => definePlugin({ id, ...more });
const hook = (run: Hooks["user.create"]): Partial<Hooks> => ({ "user.create": run });
const rename = (suffix: string) => hook((draft) => ({ ...draft, name: draft.name + suffix }));

async function signUp(plugins: readonly AnyPlugin[], hooks: Partial<Hooks> = {}) {
  const fixture = createTestAuth({ plugins, config: { errors, hooks } });
  const response = await fixture.browser.post("/sign-up/email", ann);
  const rows = { users: await fixture.db.count(userModel, {}), sessions: await fixture.db.count(sessionModel, {}) };
  return { fixture, rows, status: response.status, body: await response.json() };
}

const nothing = { users: 0, sessions: 0 };

describe("hooks for a new user", () => {
  test("each get the result of the previous one: plugins in their order, the app last", async () => {
    const { body } = await signUp(
      [plugin("one", { hooks: rename("1") }), plugin("two", { hooks: rename("2") })],
      rename("3"),
    );
    expect(body.user.name).toBe("Ann123");
  });

  test("may be asynchronous", async () => {
    const slow = hook(async (draft) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return { ...draft, name: "Slow" };
    });
    expect((await signUp([], slow)).body.user.name).toBe("Slow");
  });

  test("get the complete draft, and the time of the auth", async () => {
    const seen: unknown[] = [];
    const look = hook((draft, ctx) => {
      seen.push({ ...draft }, ctx.now());
      return draft;
    });
    const { fixture } = await signUp([], look);
    const now = fixture.clock.now();
    expect(seen).toEqual([{ name: "Ann", email: ann.email, image: null, createdAt: now, updatedAt: now }, now]);
  });

  test("fail with an error of the app, and no row is written", async () => {
    const refused = await signUp(
      [],
      hook((_, ctx) => ctx.fail(errors.NOT_TODAY)),
    );
    expect(refused).toMatchObject({ status: 403, body: { code: "NOT_TODAY", message: "not today" }, rows: nothing });
    expect(refused.fixture.events).toEqual([]);
  });

  test("say no with an error of their plugin", async () => {
    const own = defineErrors({ MY_NO: { status: 418, message: "my no" } });
    const refused = await signUp([plugin("one", { errors: own, hooks: hook((_, ctx) => ctx.fail(own.MY_NO)) })]);
    expect(refused).toMatchObject({ status: 418, body: { code: "MY_NO", message: "my no" }, rows: nothing });
  });

  test("are not called after one has failed", async () => {
    let isAsked = false;
    const ask = hook((draft) => {
      isAsked = true;
      return draft;
    });
    await signUp([
      plugin("one", { errors, hooks: hook((_, ctx) => ctx.fail(errors.NOT_TODAY)) }),
      plugin("two", { hooks: ask }),
    ]);
    expect(isAsked).toBe(false);
  });

  test("write in the same transaction: a write is rolled back if a later hook fails", async () => {
    const write = hook(async (draft: UserDraft, ctx) => {
      await ctx.db.insert(noteModel, { id: "n1", body: draft.email }, { onConflict: commonErrors.BAD_REQUEST });
      return draft;
    });
    const notes = plugin("notes", { models: [noteModel], hooks: write });
    const refused = await signUp(
      [notes],
      hook((_, ctx) => ctx.fail(errors.NOT_TODAY)),
    );
    expect(await refused.fixture.db.count(noteModel, {})).toBe(0);
    expect(await (await signUp([notes])).fixture.db.count(noteModel, {})).toBe(1);
  });

  test("that throw another error cause 500, and no row is written", async () => {
    const refused = await signUp(
      [],
      hook(() => {
        throw new Error("password=hunter2");
      }),
    );
    expect(refused).toMatchObject({ status: 500, body: { code: "INTERNAL_SERVER_ERROR" }, rows: nothing });
    expect(refused.fixture.logged).toHaveLength(1);
    expect(JSON.stringify(refused.fixture.logged)).not.toContain("hunter2");
  });

  test("that fail with an unknown code cause 500, too", async () => {
    const refused = await signUp(
      [],
      hook((_, ctx) => ctx.fail(defineErrors({ NO_SUCH_CODE: { status: 403, message: "no" } }).NO_SUCH_CODE)),
    );
    expect(refused).toMatchObject({ status: 500, rows: nothing });
    expect(refused.fixture.logged[0]?.cause).toContain("is in no catalogue");
  });

  test("that answer with an unknown column of the user cause 500, too", async () => {
    const refused = await signUp(
      [],
      hook((draft) => ({ ...draft, role: "admin" })),
    );
    expect(refused).toMatchObject({ status: 500, rows: nothing });
  });

  test("have their result stored in the form of its column", async () => {
    const nickname = {
      nickname: text()
        .optional()
        .unique()
        .input()
        .stored((name) => name.toLowerCase()),
    };
    const { body } = await signUp(
      [plugin("names", { extends: { user: { columns: nickname } } })],
      hook((draft) => ({ ...draft, nickname: "ANN" })),
    );
    expect(body.user.nickname).toBe("ann");
  });
});

describe("columns of plugins", () => {
  const signUpTwice = async (more: Partial<PluginDeclaration>) => {
    const names = plugin("names", {
      extends: { user: { columns: { nickname: text().optional().unique().input() } } },
      ...more,
    });
    const { fixture } = await signUp([names]);
    await fixture.signUp("bob@example.com", { nickname: "same" });
    const response = await fixture
      .visit()
      .browser.post("/sign-up/email", { ...ann, email: "cy@example.com", nickname: "same" });
    return { status: response.status, body: await response.json() };
  };

  test("that are unique have an error of their own when somebody else has that value", async () => {
    const own = defineErrors({ NICKNAME_IS_TAKEN: { status: 409, message: "nickname is taken" } });
    const answer = await signUpTwice({ errors: own, taken: { nickname: own.NICKNAME_IS_TAKEN } });
    expect(answer).toEqual({ status: 409, body: { code: "NICKNAME_IS_TAKEN", message: "nickname is taken" } });
  });

  test("that are secret are in no response", async () => {
    const vault = plugin("vault", {
      extends: {
        user: {
          columns: {
            pin: text()
              .optional()
              .secret()
              .initially(() => "hunter2"),
          },
        },
      },
    });
    const { fixture, body } = await signUp([vault]);
    const session = await (await fixture.browser.get("/get-session")).json();
    expect(JSON.stringify([body, session, fixture.events])).not.toContain("hunter2");
    expect(Object.keys(body.user)).not.toContain("pin");
  });

  test("that are not inputs are not accepted from a caller", async () => {
    const roles = plugin("roles", { extends: { user: { columns: { role: text().initially(() => "user") } } } });
    const fixture = createTestAuth({ plugins: [roles] });
    const response = await fixture.browser.post("/sign-up/email", { ...ann, role: "admin" });
    expect((await response.json()).user.role).toBe("user");
  });
});
