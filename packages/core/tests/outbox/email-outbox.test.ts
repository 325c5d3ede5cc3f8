import { emailOutbox, outboxModel } from "@keyhold/core/outbox";
import { type EmailContent, userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { deleteUser } from "@keyhold/core/users";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";

/** An auth whose mail server is away until the test says otherwise. */
function openWorld({ isAway = true } = {}) {
  const mail = { isAway };
  const sent: { readonly kind: string; readonly to: string; readonly user?: unknown }[] = [];
  const world = createTestAuth({
    plugins: [emailOutbox()],
    config: {
      mail(message) {
        if (mail.isAway) throw new Error("The mail server is away.");
        sent.push(message);
      },
    },
  });
  const rows = () => world.db.list(outboxModel, {}, { orderBy: "createdAt", limit: 100 });
  const ctx = contextOf(world.auth) ?? expect.fail();
  return { ...world, mail, sent, rows, ctx };
}

const forget = (world: ReturnType<typeof openWorld>, email: string) => world.client.forgetPassword({ email });

describe("with the email outbox", () => {
  test("an email is delivered once, and leaves no row", async () => {
    const world = openWorld({ isAway: false });
    const { user } = await world.signUp("ann@example.com");
    await world.auth.idle();
    expect(world.sent).toEqual([expect.objectContaining({ kind: "verify-email", to: "ann@example.com" })]);
    // Dates survive the row.
    expect(world.sent[0]?.user).toMatchObject({ id: user.id, createdAt: expect.any(Date) });
    expect(await world.rows()).toEqual([]);
  });

  test("an email of a mail server that is away is sent when the server is back", async () => {
    const world = openWorld();
    await world.signUp("ann@example.com");
    await world.auth.idle();
    expect(world.sent).toEqual([]);
    expect(world.events).toContainEqual(expect.objectContaining({ type: "email.failed", kind: "verify-email" }));
    world.mail.isAway = false;
    world.clock.forward({ seconds: 1 });
    expect(await world.auth.api.work()).toEqual({ done: 1, retried: 0, failed: 0 });
    expect(world.sent.map(({ kind }) => kind)).toEqual(["verify-email"]);
    expect(await world.rows()).toEqual([]);
  });

  test("no address, no name and no link is readable in a row", async () => {
    const world = openWorld();
    await world.signUp("ann@example.com", { name: "Ann Example" });
    await forget(world, "ann@example.com");
    await world.auth.idle();
    const rows = await world.rows();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/ann@|Ann|https?:/);
  });

  test("a link that has expired is not sent", async () => {
    const world = openWorld();
    await world.signUp("ann@example.com");
    await world.auth.idle();
    world.mail.isAway = false;
    world.clock.forward({ hours: 1, seconds: 1 });
    expect(await world.auth.api.work()).toEqual({ done: 0, retried: 0, failed: 1 });
    expect(world.sent).toEqual([]);
    expect(world.events).toContainEqual(expect.objectContaining({ type: "outbox.failed", kind: "email-outbox.send" }));
  });

  test("an email is written in the transaction of its cause, or not at all", async () => {
    const world = openWorld();
    const { user } = await world.signUp("ann@example.com");
    await world.auth.idle();
    const before = await world.rows();
    const notice: EmailContent = { kind: "password-changed", to: user.email, user };
    const rolledBack = world.ctx.transaction(async (tx) => {
      tx.send(notice);
      throw new Error("Rolled back.");
    });
    await expect(rolledBack).rejects.toThrow("Rolled back.");
    await world.auth.idle();
    expect(await world.rows()).toEqual(before);
    await world.ctx.transaction(async (tx) => tx.send(notice));
    // Before any work in the background.
    expect(await world.rows()).toHaveLength(before.length + 1);
  });

  test("an email of a transaction of the app follows its commit", async () => {
    const world = openWorld({ isAway: false });
    const rolledBack = world.auth.transaction(async ({ api }) => {
      await api.signUp.email({ name: "Ann", email: "ann@example.com", password: "a long password" });
      throw new Error("Rolled back.");
    });
    await expect(rolledBack).rejects.toThrow("Rolled back.");
    await world.auth.idle();
    expect(world.sent).toEqual([]);
    await world.auth.transaction(({ api }) =>
      api.signUp.email({ name: "Ann", email: "ann@example.com", password: "a long password" }),
    );
    await world.auth.idle();
    expect(world.sent.map(({ kind }) => kind)).toEqual(["verify-email"]);
  });

  test("emails of a deleted user are removed with the user", async () => {
    const world = openWorld();
    await world.signUp("ann@example.com");
    await world.auth.idle();
    expect(await world.rows()).toHaveLength(1);
    const user = await world.db.find(userModel, { email: "ann@example.com" });
    await world.ctx.transactionOn(userModel, user?.id ?? "", (tx, locked) => deleteUser(tx, locked));
    expect(await world.rows()).toEqual([]);
  });

  test("no response waits for the row of an email that only a known address gets", async () => {
    const world = openWorld({ isAway: false });
    await world.signUp("ann@example.com");
    await world.auth.idle();
    for (const email of ["ann@example.com", "nobody@example.com"]) {
      const sentBefore = world.sent.length;
      await forget(world, email);
      // The row of the email is written behind the response.
      expect(world.sent.length).toBe(sentBefore);
      expect(await world.rows()).toEqual([]);
      await world.auth.idle();
    }
    expect(world.sent.map(({ kind }) => kind)).toEqual(["verify-email", "reset-password"]);
  });
});
