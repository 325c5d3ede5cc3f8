import { defineErrors } from "@keyhold/core";
import { defineModel, definePlugin, type Plugin, text, userModel } from "@keyhold/core/plugin";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { describe, expect, test } from "vitest";

/* The hook "event.emit": what it writes is committed with the change that the event tells. */

const noteModel = defineModel("note", { id: text().initially(() => crypto.randomUUID()), event: text() });
const errors = defineErrors({ NOTE_REFUSED: { status: 422, message: "The note is refused" } });

function open(refused: readonly string[] = []) {
  const rolledBack: string[] = [];
  const notes = (): Plugin =>
    definePlugin({
      id: "notes",
      models: [noteModel],
      errors,
      hooks: {
        "event.emit": async ({ type }, ctx) => {
          rolledBack.push(type);
          await ctx.db.insert(noteModel, { event: type });
          if (refused.includes(type)) ctx.fail(errors.NOTE_REFUSED);
        },
      },
    });
  const world = createTestAuth({ plugins: [notes()] });
  const noted = async () =>
    (await world.db.list(noteModel, {}, { orderBy: "id", limit: 50 })).map(({ event }) => event).toSorted();
  return { ...world, noted, rolledBack };
}

describe("the hook event.emit", () => {
  test("writes in the transaction of each event, once", async () => {
    const { auth, noted, events, signUp } = open();
    const { browser } = await signUp("ada@example.com");
    expect(await noted()).toEqual(["session.created", "user.created"]);
    await browser.post("/update-user", { name: "Countess" });
    await auth.idle();
    expect(await noted()).toEqual(["session.created", "user.created", "user.updated"]);
    expect(events.map(({ type }) => type).toSorted()).toEqual(await noted());
  });

  test("undoes the change if it fails: no row, no event", async () => {
    const { auth, noted, events, db, rolledBack, visit } = open(["user.created"]);
    const fields = { name: "Ada", email: "ada@example.com", password: "correct horse battery staple" };
    const answer = await visit().browser.post("/sign-up/email", fields);
    expect(answer.status).toBe(422);
    expect((await answer.json()).code).toBe("NOTE_REFUSED");
    await auth.idle();
    expect(rolledBack).toContain("user.created");
    expect([await noted(), events]).toEqual([[], []]);
    expect(await db.count(userModel, {})).toBe(0);
  });

  test("writes in a transaction of the app, and is undone with it", async () => {
    const { auth, noted } = open();
    const { headers } = await signInAs(auth, { email: "ada@example.com" });
    const before = await noted();
    const rename = auth.transaction(async ({ api }) => {
      await api.updateUser({ name: "Countess" }, { headers });
      throw new Error("The app gives up.");
    });
    await expect(rename).rejects.toThrow("The app gives up.");
    expect(await noted()).toEqual(before);
    await auth.transaction(({ api }) => api.updateUser({ name: "Countess" }, { headers }));
    expect(await noted()).toEqual([...before, "user.updated"].toSorted());
  });
});
