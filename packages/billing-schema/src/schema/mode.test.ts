import { describe, expect, test } from "vitest";
import { payloads } from "../../tests/payloads.js";
import { customer } from "../entities/customer.js";
import { decodeEvent, encodeEvent, safeDecodeEvent } from "../events/billing-event.js";
import { modeOf } from "./mode.js";

describe("a mode", () => {
  test("is strict by default", () => {
    expect([modeOf(), modeOf({}), modeOf({ mode: "strict" }), modeOf({ mode: "tolerant" })]).toEqual([
      "strict",
      "strict",
      "strict",
      "tolerant",
    ]);
  });

  test("with a misspelling in JavaScript is rejected by its name in every function", () => {
    const misspelt = JSON.parse('{"mode": "tolerent"}');
    const event = payloads["customer.created"];
    const client = customer.decode(event.data);
    for (const act of [
      () => customer.decode(event.data, misspelt),
      () => customer.safeDecode(event.data, misspelt),
      () => customer.encode(client, misspelt),
      () => customer.wireSchema(misspelt),
      () => customer.clientSchema(misspelt),
      () => decodeEvent(event, misspelt),
      () => safeDecodeEvent({ ...event, type: "wallet.filled" }, misspelt),
      () => encodeEvent(decodeEvent(event), misspelt),
    ]) {
      expect(act).toThrow(new TypeError('mode: neither "strict" nor "tolerant".'));
    }
  });
});
