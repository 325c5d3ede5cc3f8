import { describe, expect, test } from "vitest";
import { hashBackupCode, matchesBackupCode, newBackupCodes, readBackupCode, showBackupCode } from "./backup-code.js";

const [code] = newBackupCodes();
if (!code) throw new Error("No codes were made.");

describe("backup codes", () => {
  test("are ten, each named by another selector", () => {
    const codes = newBackupCodes();
    expect(new Set(codes.map(({ selector }) => selector)).size).toBe(10);
    for (const one of codes)
      expect(showBackupCode(one)).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  test.each([
    ["as it was shown", (text: string) => text],
    ["in lower case", (text: string) => text.toLowerCase()],
    ["without dashes", (text: string) => text.replaceAll("-", "")],
    ["with blanks", (text: string) => ` ${text.replaceAll("-", " ")} `],
    ["with O for 0, and I and l for 1", (text: string) => text.replaceAll("0", "o").replaceAll("1", "l")],
  ])("are read %s", (_, write) => {
    expect(readBackupCode(write(showBackupCode(code)))).toEqual(code);
  });

  test.each(["", "ABCD", "U".repeat(20), "A".repeat(21), "ÄÖÜ0-1234-5678-9ABC-DEFG"])("%j is none", (given) => {
    expect(readBackupCode(given)).toBe(null);
  });

  test("match their own hash only; without one the same work is done", async () => {
    const stored = await hashBackupCode(code.secret);
    expect(stored).not.toContain(code.secret);
    expect(await hashBackupCode(code.secret)).not.toBe(stored);
    expect(await matchesBackupCode(stored, code.secret)).toBe(true);
    expect(await matchesBackupCode(stored, `${code.secret.slice(0, -1)}U`)).toBe(false);
    expect(await matchesBackupCode(null, code.secret)).toBe(false);
    expect(await matchesBackupCode(null, "")).toBe(false);
  });
});
