import { describe, expect, test } from "vitest";
import { open } from "./fixture.ts";

describe("auth.api.admin.setUserRole", () => {
  test("assigns the first administrator's role, and emits the app as the actor", async () => {
    const { auth, join, rowOf, events } = open();
    const { user, client } = await join("ann");
    expect((await client.admin.listUsers()).error?.code).toBe("YOU_ARE_NOT_ALLOWED_TO_LIST_USERS");
    const answer = await auth.api.admin.setUserRole({ userId: user.id, role: "admin" });
    expect(answer.user).toMatchObject({ id: user.id, role: "admin" });
    expect((await rowOf(user.id))?.role).toBe("admin");
    expect((await client.admin.listUsers()).error).toBe(null);
    await auth.idle();
    expect(events.filter(({ type }) => type === "admin.role-set")).toMatchObject([
      { actorId: null, before: null, target: { id: user.id } },
    ]);
  });

  test("rejects an unknown role and an unknown user", async () => {
    const { auth, join, rowOf } = open();
    const { user } = await join("ann");
    const call = auth.api.admin.setUserRole;
    await expect(call({ userId: user.id, role: "boss" })).rejects.toMatchObject({
      code: "ROLE_NOT_FOUND",
      status: 400,
    });
    await expect(call({ userId: "nobody", role: "admin" })).rejects.toMatchObject({
      code: "USER_NOT_FOUND",
      status: 404,
    });
    expect((await rowOf(user.id))?.role).toBe(null);
  });

  test("does not exist over HTTP", async () => {
    const { join, rowOf } = open();
    const { browser, user } = await join("ann");
    const response = await browser.post("/admin/set-user-role", { userId: user.id, role: "admin" });
    expect(response.status).toBe(404);
    expect((await rowOf(user.id))?.role).toBe(null);
  });
});
