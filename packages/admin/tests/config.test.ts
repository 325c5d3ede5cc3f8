import { memory } from "@keyhold/adapter-memory";
import { type AdminOptions, admin, adminRoles } from "@keyhold/admin";
import { createAuth } from "@keyhold/core";
import { describe, expect, test } from "vitest";

const start = (options: object) =>
  createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "http://localhost:3000",
    database: memory(),
    plugins: [admin(options as AdminOptions)],
  });

describe("createAuth rejects admin() with", () => {
  test.each<[object, string]>([
    [{ defaultRole: "member" }, 'defaultRole: there is no role "member" in roles'],
    [{ adminRoles: ["admin", "root"] }, 'adminRoles: there is no role "root" in roles'],
    [{ adminRoles: [] }, "adminRoles: name at least one role"],
    [{ adminRoles: "user" }, 'defaultRole: every new user would be an administrator, with the role "user"'],
    [
      { roles: { ...adminRoles, user: { user: ["list"] } } },
      'defaultRole: every new user would have permissions on other users, by "user" of "user"',
    ],
    [
      { roles: { admin: { user: ["bann"] }, user: {} } },
      'roles: Role "admin": the resource "user" has no action "bann"',
    ],
    [{ roles: { admin: { user: "ban" }, user: {} } }, 'the resource "user" needs a list of actions'],
    [{ roles: { "a,b": {}, admin: {}, user: {} } }, 'Role "a,b"'],
    [{ roles: { admin: null, user: {} } }, 'Role "admin": it needs an object'],
    [{ adminUserIds: [undefined] }, "adminUserIds: must be ids of users; is an environment variable not set?"],
    [{ adminUserIds: [""] }, "adminUserIds: must be ids of users"],
    [{ freshAgeSeconds: -1 }, "freshAgeSeconds: must be a whole number of seconds, at least 0"],
    [{ freshAgeSeconds: 0.5 }, "freshAgeSeconds"],
    [{ freshAgeSeconds: Number.NaN }, "freshAgeSeconds"],
    [{ freshAgeSeconds: "600" }, "freshAgeSeconds"],
    [{ impersonationSeconds: 0 }, "impersonationSeconds: must be a whole number from 1 to 86400"],
    [{ impersonationSeconds: 86_401 }, "impersonationSeconds"],
    [{ impersonationSeconds: Number.NaN }, "impersonationSeconds"],
    [{ impersonationSeconds: "3600" }, "impersonationSeconds"],
    [{ defaultBanSeconds: -1 }, "defaultBanSeconds: must be a whole number from 1 to 3155760000, or null"],
    [{ defaultBanSeconds: Number.POSITIVE_INFINITY }, "defaultBanSeconds"],
  ])("%j", (options, reason) => {
    expect(() => start(options)).toThrow(reason);
  });

  test("all config errors in one message", () => {
    expect(() => start({ defaultRole: "x", impersonationSeconds: 0 })).toThrow(
      /"admin": impers[\s\S]+"admin": defaultRole/,
    );
  });
});

test.each<[AdminOptions]>([
  [{}],
  [{ adminRoles: "admin", adminUserIds: ["an id"], impersonationSeconds: 86_400, defaultBanSeconds: null }],
  [{ roles: { ...adminRoles, editor: { article: ["create"] } }, adminRoles: ["admin"] }],
  [{ roles: { boss: { user: ["list"] }, guest: {} }, adminRoles: "boss", defaultRole: "guest" }],
])("starts with %j", (options) => {
  expect(start(options).schema.models.get("user")?.columns).toHaveProperty("role");
});

test("other plugins learn the administrators by `isAdmin`", () => {
  const plugin = admin({ adminUserIds: ["first"] });
  const someone = {
    name: "",
    email: "",
    emailVerified: false,
    image: null,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  };
  expect(plugin.isAdmin?.({ ...someone, id: "first" })).toBe(true);
  expect(plugin.isAdmin?.({ ...someone, id: "other" })).toBe(false);
  const named = { ...someone, id: "other", role: "user,admin" };
  expect(plugin.isAdmin?.(named)).toBe(true);
});
