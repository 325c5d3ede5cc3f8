import { memory } from "@keyhold/adapter-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Adapter } from "../adapter/adapter.js";
import { coreModels, verificationModel } from "../model/models.js";
import { mergeSchema } from "../model/schema.js";
import { fingerprint } from "./hash.js";
import { issueTicket, readTicket, redeemTicket, type TicketKind } from "./ticket.js";

const start = Date.parse("2026-01-05T12:00:00.000Z");
let time: number;
let db: Adapter;

beforeEach(() => {
  time = start;
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  const parts = [{ from: "core", models: coreModels, userColumns: {} }];
  db = memory({ pause }).connect(mergeSchema(parts).schema);
});

const ctx = () => ({ db, now: () => new Date(time) });
const payloadShape = z.object({ userId: z.string() });
const reset: TicketKind<{ userId: string }> = {
  purpose: "reset-password",
  length: 24,
  lifetimeSeconds: 3600,
  parse: (payload) => payloadShape.parse(payload),
};
const removal: TicketKind<{ userId: string }> = { ...reset, purpose: "delete-account" };

const issue = () => issueTicket(ctx(), reset, { userId: "u1" });

describe("a ticket", () => {
  test("has a secret of its kind's length", async () => {
    expect(await issue()).toMatch(/^[A-Za-z0-9]{24}$/);
  });

  test("gives its payload back", async () => {
    expect(await redeemTicket(ctx(), reset, await issue())).toEqual({ userId: "u1" });
  });

  test("is used up by that", async () => {
    const secret = await issue();
    await redeemTicket(ctx(), reset, secret);
    expect(await redeemTicket(ctx(), reset, secret)).toBeNull();
    expect(await db.take(verificationModel, { identifier: `reset-password:${fingerprint(secret)}` })).toBeNull();
  });

  test("can be looked at until then, which uses nothing up", async () => {
    const secret = await issue();
    expect(await readTicket(ctx(), reset, secret)).toEqual({ userId: "u1" });
    expect(await readTicket(ctx(), reset, secret)).toEqual({ userId: "u1" });
    expect(await readTicket(ctx(), removal, secret), "another purpose").toBeNull();
    expect(await redeemTicket(ctx(), reset, secret)).toEqual({ userId: "u1" });
    expect(await readTicket(ctx(), reset, secret), "used up").toBeNull();
  });

  test("is given to exactly one of sixteen who come at once", async () => {
    const secret = await issue();
    const payloads = await Promise.all(Array.from({ length: 16 }, () => redeemTicket(ctx(), reset, secret)));
    expect(payloads.filter((payload) => payload !== null)).toEqual([{ userId: "u1" }]);
  });

  test("opens nothing for another purpose, and stays", async () => {
    const secret = await issue();
    expect(await redeemTicket(ctx(), removal, secret)).toBeNull();
    expect(await redeemTicket(ctx(), reset, secret)).toEqual({ userId: "u1" });
  });

  test.each([
    ["a millisecond before its end", 3600_000 - 1, true],
    ["at its end", 3600_000, false],
    ["a millisecond after it", 3600_000 + 1, false],
  ])("is worth something %s: %i ms, %s", async (_, milliseconds, isWorth) => {
    const secret = await issue();
    time = start + milliseconds;
    expect(await readTicket(ctx(), reset, secret)).toEqual(isWorth ? { userId: "u1" } : null);
    expect(await redeemTicket(ctx(), reset, secret)).toEqual(isWorth ? { userId: "u1" } : null);
  });

  test("that has ended is gone once it was shown", async () => {
    const secret = await issue();
    time = start + 3600_000;
    await redeemTicket(ctx(), reset, secret);
    time = start;
    expect(await redeemTicket(ctx(), reset, secret)).toBeNull();
  });

  test("is known to the database by its hash only", async () => {
    const secret = await issue();
    expect(await db.take(verificationModel, { identifier: `reset-password:${secret}` })).toBeNull();
    const row = await db.take(verificationModel, { identifier: `reset-password:${fingerprint(secret)}` });
    expect(row).toMatchObject({ value: '{"userId":"u1"}', expiresAt: new Date(start + 3600_000) });
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  test("whose payload is of another shape is refused with an error", async () => {
    const secret = await issueTicket(ctx(), { ...reset, parse: (payload) => payload }, { id: 1 });
    await expect(redeemTicket(ctx(), reset, secret)).rejects.toThrow();
  });

  test.each(["", "x", "a\u0000b", "\ud800", ":", "%", "x".repeat(10_000)])("is not opened by %j", async (secret) => {
    await issue();
    expect(await redeemTicket(ctx(), reset, secret)).toBeNull();
  });

  test("is not opened by its secret in other letters", async () => {
    const secret = await issue();
    const swapped = [...secret]
      .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
      .join("");
    expect(await redeemTicket(ctx(), reset, swapped)).toBeNull();
    expect(await redeemTicket(ctx(), reset, secret)).not.toBeNull();
  });
});
