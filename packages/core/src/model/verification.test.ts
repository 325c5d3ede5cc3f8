import { memory } from "@keyhold/adapter-memory";
import { describe, expect, test } from "vitest";
import { decided } from "../../../../tests/harness/decided.ts";
import { isConflict } from "../adapter/conflict.js";
import { defineExpiringValue } from "../adapter/expiring-value.js";
import * as z from "../contract/schema.js";
import { acquireLease } from "../limit/lease.js";
import { derivedId } from "./derived-id.js";
import { coreModels, verificationModel } from "./models.js";
import { mergeSchema } from "./schema.js";
import { verificationIdentifier } from "./verification.js";

const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const time = new Date("2026-01-05T12:00:00.000Z");
const lease = {
  id: "03r54Znk_115oThmW3aZmDI-25_UUDX_",
  identifier: "lease:_eROmd2Ul7y7Dnsme3vSQd-5ta2vRVjvDDM0B6w-0Qg",
};

// No version changes these constants: rows of an earlier version must be found.
describe("a row of `verification`", () => {
  test("is identified by its purpose and the SHA-256 of its name", () => {
    expect(verificationIdentifier("reset-password", "abc")).toBe(
      "reset-password:ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0",
    );
  });

  test("has an id derived from its identifier, if there is at most one", () => {
    const contested = defineExpiringValue("contested", { lifetimeSeconds: 60, value: z.literal("") });
    const leases = defineExpiringValue("lease", { lifetimeSeconds: 60, value: z.string() });
    expect(leases.placeOf("refresh:1")).toEqual(lease);
    expect(contested.placeOf(JSON.stringify(["u1", "ann@example.com"]))).toEqual({
      id: "RqaTE1-5H41r8GKspr4wzPA-cVpIewdd",
      identifier: "contested:wQnwACsh1jbAUjJtgeBoxs20NazSWkmTfvDxTAAeRYM",
    });
  });

  test("of a lease is the only one of its name", async () => {
    const db = memory().connect(schema);
    await acquireLease({ db: decided(db), now: () => time }, "refresh:1", 15);
    expect(await db.find(verificationModel, { identifier: lease.identifier })).toMatchObject(lease);
    const second = { ...lease, value: "", expiresAt: time };
    expect(isConflict(await db.insert(verificationModel, second))).toBe(true);
  });
});

test("a derived id is 32 characters of the SHA-256 of the name", () => {
  expect(derivedId("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qc");
});
