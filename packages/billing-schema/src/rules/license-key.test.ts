import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decideLicenseKeyActivation,
  decideLicenseKeyUse,
  formatLicenseKey,
  isLicenseKeyExpired,
  type LicenseKeyRequest,
  type LicenseKeyRule,
  licenseKeyDisplay,
  licenseKeyExpiresAt,
} from "./license-key.js";

const now = new Date("2025-06-01T00:00:00Z");
const key: LicenseKeyRule = {
  status: "granted",
  expiresAt: null,
  limitUsage: 10,
  usage: 8,
  benefitId: "benefit",
  customerId: "customer",
  activations: [
    { id: "free", conditions: {} },
    { id: "bound", conditions: { machine: "m1", major: 2 } },
  ],
};
const refused = (error: string) => ({ ok: false, error });
const use = (request: LicenseKeyRequest, change: Partial<LicenseKeyRule> = {}) =>
  decideLicenseKeyUse({ ...key, ...change }, request, now);

describe("expiry", () => {
  test.each([
    ["2025-01-31T10:00:00.000Z", 1, "month", "2025-02-28T10:00:00.000Z"],
    ["2024-02-29T00:00:00.000Z", 4, "year", "2028-02-29T00:00:00.000Z"],
    ["2025-06-01T00:00:00.001Z", 30, "day", "2025-07-01T00:00:00.001Z"],
  ])("a key granted %s for %d %s expires %s", (granted, ttl, timeframe, expires) => {
    expect(licenseKeyExpiresAt(new Date(granted), { ttl, timeframe })?.toISOString()).toBe(expires);
  });

  test("without a lifetime it never expires", () => {
    expect(licenseKeyExpiresAt(now, null)).toBeNull();
    expect(isLicenseKeyExpired(null, now)).toBe(false);
  });

  test("it is expired from the very millisecond on", () => {
    expect(isLicenseKeyExpired(new Date(now.getTime() + 1), now)).toBe(false);
    expect(isLicenseKeyExpired(now, now)).toBe(true);
    expect(isLicenseKeyExpired(new Date(now.getTime() - 1), now)).toBe(true);
  });

  test("a new key is not expired at once, and is once its time has come", () => {
    const date = fc.date({ min: new Date("1970-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(
        date,
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom("day", "month", "year"),
        (granted, ttl, timeframe) => {
          const expiresAt = licenseKeyExpiresAt(granted, { ttl, timeframe });
          expect(isLicenseKeyExpired(expiresAt, granted)).toBe(false);
          expect(isLicenseKeyExpired(expiresAt, expiresAt ?? granted)).toBe(true);
        },
      ),
    );
  });

  test("bad input is refused by name", () => {
    expect(() => licenseKeyExpiresAt(new Date(Number.NaN), null)).toThrow("grantedAt");
    expect(() => licenseKeyExpiresAt(now, { ttl: 0, timeframe: "day" })).toThrow("ttl");
    expect(() => licenseKeyExpiresAt(now, { ttl: 1, timeframe: "week" })).toThrow("timeframe");
    expect(() => licenseKeyExpiresAt(now, { ttl: 1e12, timeframe: "year" })).toThrow(RangeError);
    expect(() => isLicenseKeyExpired(new Date(Number.NaN), now)).toThrow("expiresAt");
    expect(() => isLicenseKeyExpired(null, new Date(Number.NaN))).toThrow("now");
  });
});

describe("use", () => {
  test("an empty request is allowed and leaves the usage", () => {
    expect(use({})).toEqual({ ok: true, usage: 8 });
    expect(
      use({ activationId: null, benefitId: null, customerId: null, conditions: null, incrementUsage: null }),
    ).toEqual({
      ok: true,
      usage: 8,
    });
  });

  test.each(["revoked", "disabled", "paused", ""])("a key with the status %j is refused", (status) => {
    expect(use({}, { status })).toEqual(refused("status"));
  });

  test("the checks have an order: after fixing the first failure the next one is reported", () => {
    const request = { activationId: "none", benefitId: "b", customerId: "c", incrementUsage: 3 };
    const dead = { status: "revoked", expiresAt: now };
    expect(use(request, dead)).toEqual(refused("status"));
    expect(use(request, { expiresAt: now })).toEqual(refused("expired"));
    expect(use(request)).toEqual(refused("activation"));
    expect(use({ ...request, activationId: "bound" })).toEqual(refused("conditions"));
    expect(use({ ...request, activationId: "free" })).toEqual(refused("benefit"));
    expect(use({ ...request, activationId: "free", benefitId: "benefit" })).toEqual(refused("customer"));
    const own = { activationId: "free", benefitId: "benefit", customerId: "customer" };
    expect(use({ ...own, incrementUsage: 3 })).toEqual(refused("usage"));
    expect(use({ ...own, incrementUsage: 2 })).toEqual({ ok: true, usage: 10 });
  });

  test("a key without activations or a benefit fails a request for one", () => {
    expect(use({ activationId: "free" }, { activations: undefined })).toEqual(refused("activation"));
    expect(use({ benefitId: "benefit" }, { benefitId: null })).toEqual(refused("benefit"));
    expect(use({ customerId: "customer" }, { customerId: undefined })).toEqual(refused("customer"));
  });

  test.each([
    [{ machine: "m1", major: 2 }, true],
    [{ major: 2, machine: "m1" }, true],
    [{ machine: "m1", major: "2" }, false],
    [{ machine: "m1" }, false],
    [{ machine: "m1", major: 2, extra: true }, false],
    [{ machine: "m1", minor: 2 }, false],
    [{}, false],
    [null, false],
    [undefined, false],
  ])("the conditions %j are those of the activation: %j", (conditions, isSame) => {
    const decision = use({ activationId: "bound", conditions });
    expect(decision).toEqual(isSame ? { ok: true, usage: 8 } : refused("conditions"));
  });

  test("inherited keys are no conditions", () => {
    const activations = [{ id: "a", conditions: { toString: undefined } }];
    expect(use({ activationId: "a", conditions: { other: undefined } }, { activations })).toEqual(
      refused("conditions"),
    );
  });

  test("where an activation has no conditions, those given are not looked at", () => {
    expect(use({ activationId: "free", conditions: { machine: "any" } }).ok).toBe(true);
    expect(use({ activationId: "a", conditions: { x: 1 } }, { activations: [{ id: "a" }] }).ok).toBe(true);
    expect(use({ conditions: { machine: "any" } }).ok).toBe(true);
  });

  test("a limit of null or 0 is no limit, and without an increment the limit is not checked", () => {
    expect(use({ incrementUsage: 1000 }, { limitUsage: null })).toEqual({ ok: true, usage: 1008 });
    expect(use({ incrementUsage: 1000 }, { limitUsage: 0 })).toEqual({ ok: true, usage: 1008 });
    expect(use({}, { usage: 11 })).toEqual({ ok: true, usage: 11 });
    expect(use({ incrementUsage: 0 }, { usage: 10 })).toEqual({ ok: true, usage: 10 });
    expect(use({ incrementUsage: 0 }, { usage: 11 })).toEqual(refused("usage"));
  });

  test("bad input is rejected by name, for every status", () => {
    expect(() => use({ incrementUsage: -1 })).toThrow("incrementUsage");
    expect(() => use({ incrementUsage: 0.5 }, { status: "revoked" })).toThrow(RangeError);
    expect(() => use({}, { usage: -1 })).toThrow("usage");
    expect(() => use({}, { limitUsage: Number.NaN })).toThrow("limitUsage");
    expect(() => use({}, { limitUsage: -1 })).toThrow("limitUsage");
    expect(() => use({}, { expiresAt: new Date(Number.NaN) })).toThrow("expiresAt");
    expect(() => use({ incrementUsage: 1 }, { limitUsage: null, usage: Number.MAX_SAFE_INTEGER })).toThrow(RangeError);
  });
});

describe("activation", () => {
  test.each([
    [2, 1, true],
    [2, 2, false],
    [2, 3, false],
    [null, 0, false],
    [0, 0, false],
  ])("with a limit of %j and %d active: %j", (limitActivations, activeActivations, ok) => {
    const decision = decideLicenseKeyActivation({ limitActivations, activeActivations });
    expect(decision).toEqual(ok ? { ok: true } : refused("limit"));
  });

  test("bad counts are refused by name", () => {
    expect(() => decideLicenseKeyActivation({ limitActivations: -1, activeActivations: 0 })).toThrow(
      "limitActivations",
    );
    expect(() => decideLicenseKeyActivation({ limitActivations: 1, activeActivations: -1 })).toThrow(RangeError);
    expect(() => decideLicenseKeyActivation({ limitActivations: 1, activeActivations: Number.NaN })).toThrow(
      "activeActivations",
    );
  });
});

describe("the key as text", () => {
  const uuid = "3c9f0e1a-7b52-4d6e-9a10-5f4e3d2c1b0a";

  test.each([
    [null, "3C9F0E1A-7B52-4D6E-9A10-5F4E3D2C1B0A"],
    ["", "3C9F0E1A-7B52-4D6E-9A10-5F4E3D2C1B0A"],
    [" \t", "3C9F0E1A-7B52-4D6E-9A10-5F4E3D2C1B0A"],
    [" pro ", "PRO-3C9F0E1A-7B52-4D6E-9A10-5F4E3D2C1B0A"],
    ["My App", "MY APP-3C9F0E1A-7B52-4D6E-9A10-5F4E3D2C1B0A"],
  ])("with the prefix %j it is %s", (prefix, text) => {
    expect(formatLicenseKey(uuid, prefix)).toBe(text);
    expect(licenseKeyDisplay(text)).toBe("****-2C1B0A");
  });

  test("an invalid UUID makes no key", () => {
    for (const text of ["", "nope", `${uuid}0`, uuid.replaceAll("-", ""), `${uuid}\n`]) {
      expect(() => formatLicenseKey(text)).toThrow("uuid");
    }
    expect(formatLicenseKey(uuid.toUpperCase())).toBe(uuid.toUpperCase());
  });
});
