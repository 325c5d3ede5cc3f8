import { describe, expect, test } from "vitest";
import { decodeEvent, eventTypes } from "../events/billing-event.js";
import { type WebhookContext, type WebhookEvent, webhookHandlers } from "./handlers.js";

const context: WebhookContext = { id: "evt-1", sentAt: new Date(0), attempt: 1, isReplay: false, unknowns: [] };

/** An event of a type without data: the list of handlers does not depend on the data. */
function eventOf(type: string): WebhookEvent {
  return { ...decodeEvent({ type: "newer", data: {} }, { mode: "tolerant" }), type } as WebhookEvent;
}

const names = (handlers: ReturnType<typeof webhookHandlers>, type: string): readonly string[] =>
  handlers.stepsFor(eventOf(type)).map(({ name }) => name);

const nothing = (): void => undefined;

describe("webhookHandlers", () => {
  test("handlers of a type, its group and * run in the order of their addition", () => {
    const handlers = webhookHandlers()
      .on("*", nothing)
      .on("order.paid", nothing)
      .on("order.*", nothing)
      .on("refund.created", nothing)
      .on("order.paid", nothing);
    expect(names(handlers, "order.paid")).toEqual(["*#1", "order.paid#1", "order.*#1", "order.paid#2"]);
    expect(names(handlers, "order.created")).toEqual(["*#1", "order.*#1"]);
    expect(names(handlers, "refund.created")).toEqual(["*#1", "refund.created#1"]);
  });

  test("a handler keeps its name when others are added for other patterns", () => {
    const before = webhookHandlers().on("order.paid", nothing);
    const after = webhookHandlers().on("order.*", nothing).on("*", nothing).on("order.paid", nothing);
    expect(names(before, "order.paid")).toEqual(["order.paid#1"]);
    expect(names(after, "order.paid")).toContain("order.paid#1");
  });

  test("adding a handler does not change the original list", () => {
    const none = webhookHandlers();
    const one = none.on("*", nothing);
    one.on("order.paid", nothing);
    expect(names(none, "order.paid")).toEqual([]);
    expect(names(one, "order.paid")).toEqual(["*#1"]);
    expect(Object.isFrozen(one)).toBe(true);
  });

  test("each group matches the types with its name and a dot at the start, and no others", () => {
    for (const type of eventTypes) {
      const group = `${type.split(".")[0]}.*`;
      const all = [...new Set(eventTypes.map((one) => `${one.split(".")[0]}.*`))];
      const handlers = all.reduce((added, pattern) => added.on(pattern as "order.*", nothing), webhookHandlers());
      expect(names(handlers, type)).toEqual([`${group}#1`]);
    }
  });

  test.each(["order.voided", "__proto__", "constructor", "", "order.*", "*"])(
    "an event of the unknown type %j goes to the handlers of * alone",
    (type) => {
      const handlers = webhookHandlers().on("order.*", nothing).on("order.paid", nothing).on("*", nothing);
      expect(names(handlers, type)).toEqual(["*#1"]);
    },
  );

  test("a step gives the handler its event and the context", () => {
    const seen: unknown[] = [];
    const event = eventOf("order.paid");
    const handlers = webhookHandlers().on("order.paid", (...given) => seen.push(...given));
    for (const { run } of handlers.stepsFor(event)) run(context);
    expect(seen).toEqual([event, context]);
    expect(seen[0]).toBe(event);
  });

  test.each(["order.payed", "orders.*", "order", "order.", ".*", "__proto__", "constructor", "", undefined, null, 7])(
    "the pattern %j without a possible event is rejected at once",
    (pattern) => {
      expect(() => webhookHandlers().on(pattern as "*", nothing)).toThrow(TypeError);
    },
  );

  test("a value other than a function is rejected at once", () => {
    expect(() => webhookHandlers().on("*", undefined as unknown as () => void)).toThrow(TypeError);
  });
});
