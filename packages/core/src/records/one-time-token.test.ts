import { memory } from "@keyhold/adapter-memory";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { decided } from "../../../../tests/harness/decided.ts";
import type { Adapter } from "../adapter/adapter.js";
import { coreModels, verificationModel } from "../model/models.js";
import { mergeSchema } from "../model/schema.js";
import { fingerprint } from "../secret/hash.js";
import {
  consumeOneTimeToken,
  issueOneTimeToken,
  type OneTimeTokenKind,
  readOneTimeToken,
  redeemOneTimeToken,
} from "./one-time-token.js";

const start = Date.parse("2026-01-05T12:00:00.000Z");
let time: number;
let db: Adapter;

beforeEach(() => {
  time = start;
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  const parts = [{ from: "core", models: coreModels, extends: {} }];
  db = memory({ pause }).connect(mergeSchema(parts).schema);
});

const ctx = () => ({ db: decided(db), now: () => new Date(time) });
const payloadSchema = z.object({ userId: z.string() });
const reset: OneTimeTokenKind<{ userId: string }> = {
  purpose: "reset-password",
  length: 24,
  lifetimeSeconds: 3600,
  parse: (payload) => payloadSchema.parse(payload),
};
const removal: OneTimeTokenKind<{ userId: string }> = { ...reset, purpose: "delete-account" };

const issue = () => issueOneTimeToken(ctx(), reset, { userId: "u1" });

describe("a one-time token", () => {
  test("has a secret of its kind's length", async () => {
    expect(await issue()).toMatch(/^[A-Za-z0-9]{24}$/);
  });

  test("returns its payload", async () => {
    expect(await redeemOneTimeToken(ctx(), reset, await issue())).toEqual({ userId: "u1" });
  });

  test("is used up by that", async () => {
    const secret = await issue();
    await redeemOneTimeToken(ctx(), reset, secret);
    expect(await redeemOneTimeToken(ctx(), reset, secret)).toBeNull();
    expect(await db.consume(verificationModel, { identifier: `reset-password:${fingerprint(secret)}` })).toBeNull();
  });

  test("can be read until then, which does not use it up", async () => {
    const secret = await issue();
    expect(await readOneTimeToken(ctx(), reset, secret)).toEqual({ userId: "u1" });
    expect(await readOneTimeToken(ctx(), reset, secret)).toEqual({ userId: "u1" });
    expect(await readOneTimeToken(ctx(), removal, secret), "another purpose").toBeNull();
    expect(await redeemOneTimeToken(ctx(), reset, secret)).toEqual({ userId: "u1" });
    expect(await readOneTimeToken(ctx(), reset, secret), "used up").toBeNull();
  });

  test("is consumed by exactly one of sixteen concurrent callers", async () => {
    const secret = await issue();
    const payloads = await Promise.all(Array.from({ length: 16 }, () => redeemOneTimeToken(ctx(), reset, secret)));
    expect(payloads.filter((payload) => payload !== null)).toEqual([{ userId: "u1" }]);
  });

  test("is not valid for another purpose, and stays valid for its own", async () => {
    const secret = await issue();
    expect(await redeemOneTimeToken(ctx(), removal, secret)).toBeNull();
    expect(await redeemOneTimeToken(ctx(), reset, secret)).toEqual({ userId: "u1" });
  });

  test.each([
    ["a millisecond before its end", 3600_000 - 1, true],
    ["at its end", 3600_000, false],
    ["a millisecond after it", 3600_000 + 1, false],
  ])("is valid %s: %i ms, %s", async (_, milliseconds, isWorth) => {
    const secret = await issue();
    time = start + milliseconds;
    expect(await readOneTimeToken(ctx(), reset, secret)).toEqual(isWorth ? { userId: "u1" } : null);
    expect(await redeemOneTimeToken(ctx(), reset, secret)).toEqual(isWorth ? { userId: "u1" } : null);
  });

  test("that has expired is removed once it was used", async () => {
    const secret = await issue();
    time = start + 3600_000;
    await redeemOneTimeToken(ctx(), reset, secret);
    time = start;
    expect(await redeemOneTimeToken(ctx(), reset, secret)).toBeNull();
  });

  test("is stored only as a hash", async () => {
    const secret = await issue();
    expect(await db.consume(verificationModel, { identifier: `reset-password:${secret}` })).toBeNull();
    const row = await db.consume(verificationModel, { identifier: `reset-password:${fingerprint(secret)}` });
    expect(row).toMatchObject({ value: '{"userId":"u1"}', expiresAt: new Date(start + 3600_000) });
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  test("with a payload of another shape fails with an error", async () => {
    const secret = await issueOneTimeToken(ctx(), { ...reset, parse: (payload) => payload }, { id: 1 });
    await expect(redeemOneTimeToken(ctx(), reset, secret)).rejects.toThrow();
  });

  test.each(["", "x", "a\u0000b", "\ud800", ":", "%", "x".repeat(10_000)])("is not valid as %j", async (secret) => {
    await issue();
    expect(await redeemOneTimeToken(ctx(), reset, secret)).toBeNull();
  });

  test("is not valid in other letter case", async () => {
    const secret = await issue();
    const swapped = [...secret]
      .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
      .join("");
    expect(await redeemOneTimeToken(ctx(), reset, swapped)).toBeNull();
    expect(await redeemOneTimeToken(ctx(), reset, secret)).not.toBeNull();
  });
});

describe("the caller that consumes a one-time token gets", () => {
  test("its payload", async () => {
    expect(await consumeOneTimeToken(ctx(), reset, await issue())).toEqual({ payload: { userId: "u1" } });
  });

  test("the result expired, the first time, and unknown from then on", async () => {
    const secret = await issue();
    time = start + 3600_000;
    expect(await consumeOneTimeToken(ctx(), reset, secret)).toBe("expired");
    expect(await consumeOneTimeToken(ctx(), reset, secret)).toBe("unknown");
    time = start;
    expect(await consumeOneTimeToken(ctx(), reset, secret)).toBe("unknown");
  });

  test("only the result unknown for one that was used, of another purpose, or that never existed", async () => {
    const [used, other] = [await issue(), await issue()];
    await consumeOneTimeToken(ctx(), reset, used);
    for (const [kind, secret] of [
      [reset, used],
      [removal, other],
      [reset, "x".repeat(24)],
      [reset, ""],
      [reset, "a\u0000b"],
    ] as const) {
      expect(await consumeOneTimeToken(ctx(), kind, secret)).toBe("unknown");
    }
    expect(await consumeOneTimeToken(ctx(), reset, other)).toEqual({ payload: { userId: "u1" } });
  });

  test("the result unknown, of sixteen concurrent callers all but one", async () => {
    const secret = await issue();
    const taken = await Promise.all(Array.from({ length: 16 }, () => consumeOneTimeToken(ctx(), reset, secret)));
    expect(taken.filter((one) => one === "unknown")).toHaveLength(15);
    expect(taken.filter((one) => one !== "unknown")).toEqual([{ payload: { userId: "u1" } }]);
  });

  test("the payload itself, even if it is one of these words", async () => {
    const word: OneTimeTokenKind<string> = { ...reset, purpose: "word", parse: String };
    for (const payload of ["unknown", "expired", ""]) {
      expect(await consumeOneTimeToken(ctx(), word, await issueOneTimeToken(ctx(), word, payload))).toEqual({
        payload,
      });
    }
  });

  test("an error if the payload is of another shape; the token is used up", async () => {
    const secret = await issueOneTimeToken(ctx(), { ...reset, parse: (payload) => payload }, { id: 1 });
    await expect(consumeOneTimeToken(ctx(), reset, secret)).rejects.toThrow();
    expect(await consumeOneTimeToken(ctx(), reset, secret)).toBe("unknown");
  });
});
