import { describe, expect, test } from "vitest";
import { type Cbor, encodeCbor } from "./cbor.js";

describe("encodeCbor writes the examples of RFC 8949, appendix A:", () => {
  test.each<[Cbor, string]>([
    [0, "00"],
    [23, "17"],
    [24, "1818"],
    [255, "18ff"],
    [256, "190100"],
    [1000, "1903e8"],
    [1_000_000, "1a000f4240"],
    [-1, "20"],
    [-100, "3863"],
    [-1000, "3903e7"],
    ["", "60"],
    ["IETF", "6449455446"],
    ["\u00fc", "62c3bc"],
    [Buffer.from("01020304", "hex"), "4401020304"],
    [[1, [2, 3], [4, 5]], "8301820203820405"],
    [
      new Map([
        [1, 2],
        [3, 4],
      ]),
      "a201020304",
    ],
    [new Map([["a", "A"]]), "a161616141"],
  ])("%j", (value, hex) => {
    expect(encodeCbor(value).toString("hex")).toBe(hex);
  });
});
