import { nativeApps } from "@keyhold/native";
import { nativeAppsClient } from "@keyhold/native/client";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";

describe("GET /native/status", () => {
  test.each([true, false])("answers whether the plugin is on: %s", async (enabled) => {
    const { signUp } = createTestAuth({ plugins: [nativeApps({ enabled })], clientPlugins: [nativeAppsClient()] });
    const { client } = await signUp("ann@example.com");
    expect((await client.native.status()).data).toEqual({ enabled });
  });

  test("rejects a client without a session", async () => {
    const { client } = createTestAuth({ plugins: [nativeApps()], clientPlugins: [nativeAppsClient()] });
    expect((await client.native.status()).error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  });
});

test("an unknown option is a config error", () => {
  const misspelt = { enable: true };
  expect(() => createTestAuth({ plugins: [nativeApps(misspelt as object)] })).toThrow(/enable/);
});
