import { memory } from "@keyhold/adapter-memory";
import { counted, intercept } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import { decided } from "../../../../tests/harness/decided.ts";
import type { Adapter } from "../adapter/adapter.js";
import { coreModels, verificationModel } from "../model/models.js";
import { mergeSchema } from "../model/schema.js";
import { acquireLease } from "./lease.js";

const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
let time: number;
let db: Adapter;
const now = (): Date => new Date(time);
const take = (name = "refresh:1", seconds = 15) => acquireLease({ db: decided(db), now }, name, seconds);

beforeEach(() => {
  time = Date.parse("2026-01-05T12:00:00.000Z");
  db = memory().connect(schema);
});

describe("a lease", () => {
  test("has one owner, until it is released", async () => {
    const lease = await take();
    expect(lease).not.toBe(null);
    expect(await take()).toBe(null);
    await lease?.release();
    expect(await take()).not.toBe(null);
  });

  test("of another name is independent", async () => {
    expect(await take("refresh:1")).not.toBe(null);
    expect(await take("refresh:2")).not.toBe(null);
    expect(await take(`refresh:${"1".repeat(10_000)}`)).not.toBe(null);
  });

  test("can be taken after its end, if it was not released, and not before", async () => {
    await take("refresh:1", 15);
    time += 15_000;
    expect(await take()).toBe(null);
    time += 1;
    expect(await take()).not.toBe(null);
    expect(await take()).toBe(null);
  });

  test("that has expired is not released by its former owner once it has a new one", async () => {
    const outlived = await take();
    time += 15_001;
    const next = await take();
    await outlived?.release();
    expect(await take()).toBe(null);
    await next?.release();
    expect(await take()).not.toBe(null);
  });

  test("that was taken a moment before cannot be taken", async () => {
    const database = memory();
    db = database.connect(schema);
    await take();
    time += 15_001;
    let others: (() => Promise<unknown>) | null = () => take();
    const slower = intercept(database, {
      async verb(call, run) {
        const answer = await run();
        const first = call.verb === "find" ? others : null;
        if (first) others = null;
        await first?.();
        return answer;
      },
    }).connect(schema);
    expect(await acquireLease({ db: decided(slower), now }, "refresh:1", 15)).toBe(null);
    expect(others).toBe(null);
    expect(await take()).toBe(null);
  });

  test("can be released twice", async () => {
    const lease = await take();
    await lease?.release();
    const next = await take();
    await lease?.release();
    expect(await take()).toBe(null);
    await next?.release();
  });

  test("is one row, which does not reveal its name", async () => {
    await take("refresh:the-id-of-a-row");
    const row = await db.find(verificationModel, { expiresAt: new Date(time + 15_000) });
    expect(row).toMatchObject({
      id: expect.stringMatching(/^[\w-]{32}$/),
      identifier: expect.stringMatching(/^lease:[\w-]+$/),
      createdAt: now(),
    });
    expect(JSON.stringify(row)).not.toContain("the-id-of-a-row");
  });

  test("takes two statements, one to release it, and one to see that another owner has it", async () => {
    const database = counted(memory());
    db = database.connect(schema);
    const lease = await take();
    expect(database.calls.map(({ verb }) => verb)).toEqual(["find", "insert"]);
    database.reset();
    await take();
    expect(database.calls.map(({ verb }) => verb)).toEqual(["find"]);
    database.reset();
    await lease?.release();
    expect(database.calls.map(({ verb }) => verb)).toEqual(["consume"]);
    expect(database.transactions).toBe(0);
  });
});
