import { describe, expect, test } from "vitest";
import { open } from "./fixture.ts";

describe("auth.api.admin.setUserRole", () => {
  test("gives the first administrator their role, and tells that it was the app", async () => {
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

  test("takes no role that there is not, and knows nobody else", async () => {
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

  test("is not there over HTTP", async () => {
    const { join, rowOf } = open();
    const { browser, user } = await join("ann");
    const response = await browser.post("/admin/set-user-role", { userId: user.id, role: "admin" });
    expect(response.status).toBe(404);
    expect((await rowOf(user.id))?.role).toBe(null);
  });
});
