import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import { endpointsFor } from "../../contract/endpoint.js";
import { defineErrors } from "../../contract/errors.js";
import { ok } from "../../contract/outcome.js";
import { definePlugin, type Plugin } from "../../contract/plugin.js";
import type { PluginTypes } from "../../contract/plugin-types.js";
import { accountModel, sessionModel, userModel } from "../../model/models.js";
import { deleteUser } from "./delete.js";

const errors = defineErrors({ OWNERS_STAY: { status: 409, message: "owners stay" } });

const remove = endpointsFor<unknown, typeof errors>(errors)({
  route: "POST /staff/remove",
  access: "public",
  doc: "Deletes another user.",
  input: z.object({ id: z.string() }),
  output: z.object({ isDeleted: z.boolean() }),
  errors: ["OWNERS_STAY"],
  async handle({ input, ctx }) {
    const deleted = await ctx.transactionOn(userModel, input.id, async (ctx, user) => {
      await deleteUser(ctx, user);
      return true;
    });
    return ok({ isDeleted: deleted ?? false });
  },
});

interface StaffTypes extends PluginTypes {
  readonly endpoints: { readonly remove: typeof remove };
  readonly errorCode: keyof typeof errors;
}

const staff = (): Plugin<StaffTypes> =>
  definePlugin({
    id: "staff",
    errors,
    endpoints: { remove },
    hooks: { "user.delete": (user, ctx) => (user.name === "owner" ? ctx.fail(errors.OWNERS_STAY) : undefined) },
  });

const open = () => createTestAuth({ plugins: [staff()] });

test("a plugin deletes a user with all data, and emits the events", async () => {
  const { auth, db, events, signUp } = open();
  const { user, browser } = await signUp("ann@example.com");
  const { user: other } = await signUp("bob@example.com");
  expect(await auth.api.remove({ id: user.id })).toEqual({ isDeleted: true });
  await auth.idle();
  expect(events.slice(-2)).toMatchObject([
    { type: "session.ended", userId: user.id, reason: "user deleted" },
    { type: "user.deleted", user: { id: user.id } },
  ]);
  expect(await (await browser.get("/get-session")).json()).toBeNull();
  expect(await db.count(userModel, {})).toBe(1);
  expect(await db.list(accountModel, {}, { orderBy: "id", limit: 9 })).toMatchObject([{ userId: other.id }]);
});

test("the deletion of a missing user has no effect", async () => {
  const { auth, events } = open();
  expect(await auth.api.remove({ id: "nobody" })).toEqual({ isDeleted: false });
  await auth.idle();
  expect(events).toEqual([]);
});

test("a hook prevents a deletion by a plugin, too", async () => {
  const { auth, db, signUp } = open();
  const { user, client } = await signUp("ann@example.com", { name: "owner" });
  await expect(auth.api.remove({ id: user.id })).rejects.toMatchObject({ code: "OWNERS_STAY", status: 409 });
  expect(await db.count(userModel, {})).toBe(1);
  expect((await client.getSession()).data?.user.id).toBe(user.id);
});

test("of a user with more than a page of sessions, all are removed", async () => {
  const { auth, clock, db, events, signUp } = open();
  const { user } = await signUp("ann@example.com");
  const dates = { expiresAt: clock.now(), createdAt: clock.now(), updatedAt: clock.now() };
  for (let made = 0; made < 1100; made += 1) {
    await db.insert(sessionModel, { userId: user.id, token: `token ${made}`, ...dates });
  }
  await auth.api.remove({ id: user.id });
  await auth.idle();
  expect(await db.count(sessionModel, {})).toBe(0);
  expect(events.filter(({ type }) => type === "session.ended")).toHaveLength(1101);
});
