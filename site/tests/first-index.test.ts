import { expect, test } from "vitest";
import { headingsOf } from "../src/first-index.ts";

test("the first index has the headings of guides and the names of errors, and no text and no reference", () => {
  const documentIds = {
    0: "/magic-link#use-it",
    1: "/errors/INVALID_ORIGIN#invalid_origin",
    2: "/errors/INVALID_ORIGIN#cause",
    3: "/reference/core#createAuth",
  };
  const all = { 0: 1, 1: 1, 2: 1, 3: 1 };
  const stored = {
    documentIds,
    fieldIds: { title: 0, titles: 1, text: 2 },
    fieldLength: all,
    storedFields: all,
    index: [
      ["link", { 0: { 0: 1, 3: 1 }, 2: { 0: 4 } }],
      ["cause", { 0: { 2: 1 }, 2: { 1: 2 } }],
      ["origin", { 0: { 1: 1 }, 1: { 2: 1 } }],
    ],
  } as const;
  expect(headingsOf(stored)).toEqual({
    documentIds: { 0: documentIds[0], 1: documentIds[1] },
    fieldIds: stored.fieldIds,
    fieldLength: { 0: 1, 1: 1 },
    storedFields: { 0: 1, 1: 1 },
    index: [
      ["link", { 0: { 0: 1 } }],
      ["origin", { 0: { 1: 1 } }],
    ],
  });
});
