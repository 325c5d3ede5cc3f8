import { expect } from "vitest";
import type { Answer } from "./browser.js";

/** Checks an error response: exactly this status, code and message, and no cookie that grants access. */
export function expectError(answer: Answer, status: number, code: string, message: string): void {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { code, message } });
  expectQuiet(answer);
}

/** Checks a validation error: the paths of the invalid fields, never their values. */
export function expectIssues(answer: Answer, paths: readonly string[]): void {
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", message: "Invalid body parameters" });
  expect(answer.body?.issues?.map((issue) => issue.path)).toEqual(paths);
  expectQuiet(answer);
}

function expectQuiet(answer: Answer): void {
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.cookies.filter((cookie) => cookie.value !== "")).toEqual([]);
}
