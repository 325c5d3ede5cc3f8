import { memory } from "@keyhold/adapter-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { decided } from "../../../../tests/harness/decided.ts";
import * as z from "../contract/schema.js";
import { coreModels, verificationModel } from "../model/models.js";
import { mergeSchema } from "../model/schema.js";
import { verificationIdentifier } from "../model/verification.js";
import type { Adapter } from "./adapter.js";
import { defineExpiringValue } from "./expiring-value.js";

const start = Date.parse("2026-01-05T12:00:00.000Z");
let time: number;
let db: Adapter;

beforeEach(() => {
  time = start;
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  db = memory({ pause }).connect(mergeSchema([{ from: "core", models: coreModels, extends: {} }]).schema);
});

const ctx = () => ({ db: decided(db), now: () => new Date(time) });
const rooms = defineExpiringValue("room", { lifetimeSeconds: 60, value: z.object({ room: z.string() }) });
const counts = defineExpiringValue("count", { lifetimeSeconds: 60, value: z.object({ count: z.number() }) });
const texts = defineExpiringValue("text", { lifetimeSeconds: null, value: z.string() });
const sixteen = <T>(call: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 16 }, call));
const rowOf = (purpose: string, name: string) =>
  db.find(verificationModel, { identifier: verificationIdentifier(purpose, name) });

describe("an expiring value", () => {
  test("is found under its name until it expires", async () => {
    await rooms.put(ctx(), "u1", { room: "A" });
    expect(await rooms.find(ctx(), "u1")).toMatchObject({ value: { room: "A" }, createdAt: new Date(start) });
    expect(await rooms.find(ctx(), "u2"), "another name").toBe(null);
    expect(await counts.find(ctx(), "u1"), "another purpose").toBe(null);
    time = start + 60_000;
    expect(await rooms.find(ctx(), "u1")).toBe(null);
    expect(await rooms.consume(ctx(), "u1"), "an expired value").toBe(null);
  });

  test("expires when its writer says so, or in 2038", async () => {
    await rooms.put(ctx(), "u1", { room: "A" }, new Date(start + 1000));
    await texts.put(ctx(), "u1", "A");
    expect((await rooms.find(ctx(), "u1"))?.expiresAt).toEqual(new Date(start + 1000));
    expect((await texts.find(ctx(), "u1"))?.expiresAt).toEqual(new Date("2038-01-01T00:00:00Z"));
  });

  test("is stored as JSON, a text as it is", async () => {
    await rooms.put(ctx(), "u1", { room: "A" });
    await texts.put(ctx(), "u1", '{"room":"A"}');
    expect((await rowOf("room", "u1"))?.value).toBe('{"room":"A"}');
    expect((await rowOf("text", "u1"))?.value).toBe('{"room":"A"}');
    expect((await texts.find(ctx(), "u1"))?.value).toBe('{"room":"A"}');
  });

  test("is found by the id of its row, by its own purpose only", async () => {
    const id = await rooms.put(ctx(), "u1", { room: "A" });
    expect((await rooms.find(ctx(), { id }))?.value).toEqual({ room: "A" });
    expect(await counts.find(ctx(), { id })).toBe(null);
  });

  test("replaces the value before, also in a row with another id, as earlier versions wrote", async () => {
    await db.insert(verificationModel, { ...rooms.rowOf(ctx(), "u1", { room: "old" }), id: "random" });
    expect((await rooms.find(ctx(), "u1"))?.value).toEqual({ room: "old" });
    await rooms.put(ctx(), "u1", { room: "new" });
    expect((await rooms.find(ctx(), "u1"))?.value).toEqual({ room: "new" });
    expect(await rooms.end(ctx(), "u1")).toBe(true);
    expect(await rooms.end(ctx(), "u1")).toBe(false);
    expect(await rowOf("room", "u1")).toBe(null);
  });

  test("is inserted under a new name by one of sixteen callers", async () => {
    const inserting = Array.from({ length: 16 }, (_, index) => rooms.insert(ctx(), "u1", { room: `${index}` }));
    const settled = await Promise.allSettled(inserting);
    const first = settled.findIndex(({ status }) => status === "fulfilled");
    expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(15);
    await expect(rooms.insert(ctx(), "u1", { room: "A" })).rejects.toThrow('two values of "room"');
    expect((await rooms.find(ctx(), "u1"))?.value).toEqual({ room: `${first}` });
  });

  test("is consumed by one of sixteen callers", async () => {
    await rooms.put(ctx(), "u1", { room: "A" });
    const taken = await sixteen(() => rooms.consume(ctx(), "u1"));
    expect(taken.filter((value) => value !== null)).toEqual([{ room: "A" }]);
  });

  test("is consumed only if it is the value that the caller saw", async () => {
    await rooms.put(ctx(), "u1", { room: "B" });
    expect(await rooms.consume(ctx(), "u1", { room: "A" })).toBe(null);
    expect(await rooms.consume(ctx(), "u1", { room: "B" })).toEqual({ room: "B" });
  });

  test("is changed once by each of sixteen transactions", async () => {
    await counts.put(ctx(), "u1", { count: 0 });
    const { id } = (await rowOf("count", "u1")) ?? {};
    await sixteen(() =>
      db.transaction((tx) =>
        counts.replace({ ...ctx(), db: decided(tx) }, "u1", ({ count }) => ({ count: count + 1 })),
      ),
    );
    expect((await counts.find(ctx(), "u1"))?.value).toEqual({ count: 16 });
    expect(await rowOf("count", "u1"), "the same row").toMatchObject({ id, expiresAt: new Date(start + 60_000) });
    expect(await counts.replace(ctx(), "u2", () => ({ count: 1 }))).toBe(null);
  });

  test("of another form is an error", async () => {
    await db.insert(verificationModel, { ...texts.rowOf(ctx(), "u1", '{"room":1}'), ...rooms.placeOf("u1") });
    await expect(rooms.find(ctx(), "u1")).rejects.toThrow("room");
  });
});
