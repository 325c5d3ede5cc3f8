import { adminRoles } from "@keyhold/admin/client";
import { expect, test } from "vitest";
import { defaultAdminRoles } from "./rights.js";

test("the default roles are those of the plugin", () => {
  expect(defaultAdminRoles).toEqual(adminRoles);
});
