import { expect } from "vitest";
import type { Answer } from "./browser.ts";

/**
 * Checks an error response: exactly this status, code and message, and no cookie that grants access. What the user must
 * prove first has tests of its own.
 */
export function expectError(answer: Answer, status: number, code: string, message: string): void {
  const { stepUp, error: _, error_description: __, ...body } = { ...answer.body } as Record<string, unknown>;
  expect({ status: answer.status, body }).toEqual({ status, body: { code, message } });
  expect(stepUp !== undefined).toBe(needsProof.includes(code));
  expectQuiet(answer);
}

const needsProof = ["SESSION_IS_NOT_FRESH", "SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION"];

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
