import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { confirm } from "./ask.js";
import { Failure } from "./failure.js";
import { hasColors, terminalOf } from "./terminal.js";

describe("colors", () => {
  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [true, { TERM: "dumb" }, false],
    [false, { FORCE_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [true, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])("on a terminal (%s) with %j: %s", (isTTY, env, expected) => {
    expect(hasColors({ isTTY }, env)).toBe(expected);
  });
});

describe("a terminal", () => {
  const streams = (isTTY: boolean, env: NodeJS.ProcessEnv = {}) => {
    const stdout = Object.assign(new PassThrough(), { isTTY });
    const stderr = Object.assign(new PassThrough(), { isTTY });
    return { stdin: { isTTY }, stdout, stderr, env };
  };

  test("prints results to stdout, and notes to stderr", () => {
    const { stdout, stderr, ...others } = streams(false);
    const terminal = terminalOf({ stdout, stderr, ...others });
    terminal.print("result");
    terminal.note("note");
    expect(String(stdout.read())).toBe("result\n");
    expect(String(stderr.read())).toBe("note\n");
  });

  test("has a rewritten line, cut to its width, if a person sees stderr", () => {
    const wide = streams(true);
    Object.assign(wide.stderr, { columns: 10 });
    const { line } = terminalOf(wide);
    line?.rewrite("orders: 100 of 200");
    line?.clear();
    expect(String(wide.stderr.read())).toBe("\r\u001b[2Korders: 1\r\u001b[2K");
    expect(terminalOf(streams(true, { CI: "true" })).line).toBe(null);
    expect(terminalOf(streams(true, { TERM: "dumb" })).line).toBe(null);
    expect(terminalOf(streams(false)).line).toBe(null);
  });

  test("is interactive if a person can answer, and not in CI", () => {
    expect(terminalOf(streams(true)).isInteractive).toBe(true);
    expect(terminalOf(streams(true, { CI: "true" })).isInteractive).toBe(false);
    expect(terminalOf(streams(false)).isInteractive).toBe(false);
  });

  test("that is not interactive asks no question, and tells what to give instead", async () => {
    const failed = confirm(terminalOf(streams(false)), "Really?", "Give --yes.").catch((error: unknown) => error);
    expect(await failed).toBeInstanceOf(Failure);
    expect(await failed).toMatchObject({ remedy: "Give --yes." });
  });
});
