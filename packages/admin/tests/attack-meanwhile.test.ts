import { memory } from "@keyhold/adapter-memory";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { intercept } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { eventsOf, type Fixture, open, type Person } from "./fixture.ts";

/** An auth with an action that runs once, right after a call has read the session. */
function openWaiting() {
  let meanwhile: (() => Promise<unknown>) | null = null;
  const database = intercept(memory(), {
    async verb({ verb, model, isInTransaction }, run) {
      const found = await run();
      const happens = verb === "find" && model === "session" && !isInTransaction ? meanwhile : null;
      if (happens) meanwhile = null;
      await happens?.();
      return found;
    },
  });
  const fixture = open({ config: { database } });
  const wait = (happens: () => Promise<unknown>): void => {
    meanwhile = happens;
  };
  return { fixture, wait };
}

const happenings: readonly [string, (fixture: Fixture, admin: Person) => Promise<unknown>, number][] = [
  ["loses their role", ({ change }, { user }) => change(user.id, { role: "user" }), 403],
  ["is banned", ({ change }, { user }) => change(user.id, { banned: true }), 401],
  ["is signed out", ({ db }, { user }) => db.remove(sessionModel, { userId: user.id }), 401],
  ["is removed", ({ db }, { user }) => db.remove(userModel, { id: user.id }), 401],
];

const data = { name: "Renamed" };
const calls: readonly [string, object][] = [
  ["ban-user", {}],
  ["unban-user", {}],
  ["set-role", { role: "support" }],
  ["update-user", { data }],
  ["remove-user", {}],
  ["revoke-user-sessions", {}],
  ["reset-two-factor", {}],
  ["impersonate-user", {}],
  ["set-user-password", { newPassword: "a new long password" }],
  ["create-user", { email: "new@example.com", name: "New" }],
  ["create-user", { email: "new@example.com", name: "New", role: "user" }],
];

describe.each(happenings)("an administrator who %s during a call", (_, happen, status) => {
  test.each(calls)("cannot complete %s", async (path, input) => {
    const { fixture, wait } = openWaiting();
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann");
    const before = [await fixture.rowOf(ann.user.id), await fixture.sessionsOf(ann.user.id)];
    wait(() => happen(fixture, admin));
    const answer = await admin.browser.post(`/admin/${path}`, { userId: ann.user.id, ...input });
    expect(answer.status).toBe(status);
    expect([await fixture.rowOf(ann.user.id), await fixture.sessionsOf(ann.user.id)]).toEqual(before);
    expect(await fixture.db.exists(userModel, { email: "new@example.com" })).toBe(false);
    expect(await eventsOf(fixture)).toEqual([]);
  });
});

test("an administrator who lost a role during a call cannot restore it", async () => {
  const { fixture, wait } = openWaiting();
  const admin = await fixture.join("admin", "admin");
  wait(() => fixture.change(admin.user.id, { role: "support" }));
  const answer = await admin.browser.post("/admin/set-role", { userId: admin.user.id, role: "admin" });
  expect([answer.status, (await fixture.rowOf(admin.user.id))?.role]).toEqual([403, "support"]);
});

test("a user who outranks the caller since the start of a call is not changed", async () => {
  const { fixture, wait } = openWaiting();
  const support = await fixture.join("support", "support");
  const ann = await fixture.join("ann");
  wait(() => fixture.change(ann.user.id, { role: "admin" }));
  const answer = await support.browser.post("/admin/ban-user", { userId: ann.user.id });
  expect([answer.status, (await fixture.rowOf(ann.user.id))?.banned]).toEqual([403, null]);
});
