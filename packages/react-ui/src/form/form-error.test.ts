import type { CallError } from "@keyhold/react";
import { describe, expect, test } from "vitest";
import { explain } from "./form-error.js";

const message = "Too big: expected string to have <=255 characters";
const issues = [{ path: "name", message }] as unknown as NonNullable<CallError["issues"]>;
const error = (code: string, more: Partial<CallError> = {}): CallError => ({
  code,
  message: "",
  status: 400,
  statusText: "",
  ...more,
});
const of = ({ code }: CallError): string => `About ${code}.`;
const inEnglish = { of, notAccepted: "" };
const inGerman = { of, notAccepted: "Dieser Wert wird nicht angenommen." };

describe("a value that the server's validation refuses", () => {
  test("has the message of the server in English", () => {
    expect(explain(error("VALIDATION_ERROR", { issues }), ["name"], {}, inEnglish)).toEqual([
      { field: "name", text: message },
    ]);
  });

  test("has a sentence of the language in another language", () => {
    expect(explain(error("VALIDATION_ERROR", { issues }), ["name"], {}, inGerman)).toEqual([
      { field: "name", text: inGerman.notAccepted },
    ]);
  });
});

test("an error of the app keeps its own message in each language", () => {
  expect(explain(error("NAME_IS_RESERVED", { issues }), ["name"], {}, inGerman)).toEqual([
    { field: "name", text: message },
  ]);
});

test("an error without a field is about the form as a whole", () => {
  expect(explain(error("ABC"), ["name"], {}, inGerman)).toEqual([{ field: null, text: "About ABC." }]);
});
