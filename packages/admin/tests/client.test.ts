import { adminClient, can, adminRoles as clientRoles, isBanned } from "@keyhold/admin/client";
import { createAuthClient } from "@keyhold/client";
import { describe, expect, test } from "vitest";
import { open } from "./fixture.ts";

describe("the client plugin", () => {
  test("checks the same permissions as the server", () => {
    expect(can(clientRoles, "admin", { user: ["ban"], session: ["revoke"] })).toBe(true);
    expect(can(clientRoles, "user", { user: ["list"] })).toBe(false);
    expect(can(clientRoles, null, { user: ["list"] })).toBe(false);
    expect(can(clientRoles, "user,admin", { user: ["impersonate"] })).toBe(true);
  });

  test("checks whether a ban is in force", () => {
    const now = new Date("2026-01-01");
    const ban = { role: null, banned: true, banReason: null };
    expect(isBanned({ ...ban, banExpires: null }, now)).toBe(true);
    expect(isBanned({ ...ban, banExpires: new Date(now.getTime() + 1) }, now)).toBe(true);
    expect(isBanned({ ...ban, banExpires: now }, now)).toBe(false);
    expect(isBanned({ ...ban, banned: null, banExpires: null }, now)).toBe(false);
  });

  test("refreshes the session at the start and the end of an impersonation", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann");
    const client = createAuthClient({
      baseURL: "https://app.example.com",
      plugins: [adminClient()],
      fetch: admin.browser.fetch,
      retry: 0,
    });
    let seen = (): void => undefined;
    const stop = client.session.subscribe(() => seen());
    /** Resolves with the impersonating administrator's id, once the session of this user is shown. */
    const shown = (userId: string) =>
      new Promise<string | null>((resolve) => {
        seen = () => {
          const { data } = client.session.get();
          if (data?.user.id === userId) resolve(data.session.impersonatedBy);
        };
        seen();
      });
    expect(await shown(admin.user.id)).toBe(null);
    const asAnn = shown(ann.user.id);
    await client.admin.impersonateUser({ userId: ann.user.id });
    expect(await asAnn).toBe(admin.user.id);
    const asAdmin = shown(admin.user.id);
    await client.admin.stopImpersonating();
    expect(await asAdmin).toBe(null);
    stop();
  });
});
