import { describe, expect, test } from "vitest";
import { type MeterEvent, readEventProperty } from "./meter-event.js";

const event: MeterEvent = {
  name: "render",
  source: "user",
  timestamp: new Date("2025-06-01T00:00:00.999Z"),
  metadata: {
    name: "of the metadata",
    frames: 24,
    "frames.total": 99,
    "": "nameless",
    scene: { lights: { count: 3 }, "": 1 },
    list: [10, 20],
    metadata: { frames: 48 },
    nothing: null,
  },
};

describe("reading a property of an event", () => {
  test.each([
    ["name", "render"],
    ["source", "user"],
    ["timestamp", 1748736000],
    ["metadata.name", "of the metadata"],
    ["frames", 24],
    ["metadata.frames", 24],
    ["metadata.metadata.frames", 48],
    ["metadata", { frames: 48 }],
    ["scene.lights.count", 3],
    ["metadata.scene.lights.count", 3],
    ["scene.", 1],
    ["", "nameless"],
    ["nothing", null],
  ])("%s is what it says", (property, value) => {
    expect(readEventProperty(event, property)).toEqual(value);
  });

  test.each(["frames.total", "scene.count", "frames.x", "list.0", "list.length", "name.length", "nothing.x", "Frames"])(
    "%s is nowhere",
    (property) => {
      expect(readEventProperty(event, property)).toBeUndefined();
    },
  );

  test.each([
    "__proto__",
    "constructor",
    "toString",
    "scene.__proto__",
    "scene.constructor.name",
    "__proto__.toString",
  ])("%s is not inherited", (property) => {
    expect(readEventProperty(event, property)).toBeUndefined();
  });

  test("a key that only looks inherited is read when it is the metadata's own", () => {
    const metadata = JSON.parse('{"__proto__": 5, "constructor": {"name": 6}}');
    expect(readEventProperty({ ...event, metadata }, "__proto__")).toBe(5);
    expect(readEventProperty({ ...event, metadata }, "constructor.name")).toBe(6);
    const bare: Record<string, unknown> = Object.assign(Object.create(null), { frames: 7 });
    expect(readEventProperty({ ...event, metadata: bare }, "frames")).toBe(7);
  });

  test("seconds are rounded down before the epoch too, and an invalid date is named", () => {
    expect(readEventProperty({ ...event, timestamp: new Date(-1) }, "timestamp")).toBe(-1);
    expect(() => readEventProperty({ ...event, timestamp: new Date(Number.NaN) }, "timestamp")).toThrow(
      "event.timestamp",
    );
  });
});
