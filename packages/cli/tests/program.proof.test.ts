import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { createApp, secret, sqliteAuth } from "./app.ts";

const color = "\u001b[";

/** Prints the time that a process has taken of a core, which does not depend on other processes. */
const measure = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  console.error("measured: " + Math.ceil((user + system) / 1000));
});
`;

describe("keyhold", () => {
  test("lists its commands, and each has help with its options", async () => {
    const app = createApp();
    const { code, stdout } = await app.keyhold(["--help"]);
    expect(code).toBe(0);
    const commands = [...stdout.matchAll(/^ {2}([a-z-]+) (?:\[options\])? {2,}\S/gm)].map(([, name = ""]) => name);
    expect(commands).toEqual(expect.arrayContaining(["migrate", "secret", "rotate", "doctor", "create-admin"]));
    for (const command of commands) {
      const help = await app.keyhold([command, "--help"]);
      expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining(`Usage: keyhold ${command}`) });
      expect(help.stdout).toContain("Examples:");
    }
  });

  test("prints its version", async () => {
    const { code, stdout } = await createApp().keyhold(["--version"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  test("answers a misspelt command with 2 and the nearest name", async () => {
    const { code, stderr } = await createApp().keyhold(["migrat"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean migrate?");
  });

  test("prints secrets that createAuth accepts, each a different one", async () => {
    const app = createApp({ "auth.ts": sqliteAuth() });
    const [first, second] = await Promise.all([app.keyhold(["secret"]), app.keyhold(["secret"])]);
    expect(first.stdout).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
    expect(first.stdout).not.toBe(second.stdout);
    const { code } = await app.keyhold(["migrate", "--dry-run"], { env: { AUTH_SECRET: first.stdout.trim() } });
    expect(code).toBe(0);
  });

  test("prints colors if it is told to, and none with NO_COLOR or into a pipe", async () => {
    const app = createApp({ "auth.ts": sqliteAuth() });
    const print = async (env: Record<string, string>): Promise<string> => {
      const { stdout, stderr } = await app.keyhold(["doctor"], { env: { AUTH_SECRET: secret, ...env } });
      return stdout + stderr;
    };
    expect(await print({})).not.toContain(color);
    expect(await print({ FORCE_COLOR: "1" })).toContain(color);
    expect(await print({ FORCE_COLOR: "1", NO_COLOR: "1" })).not.toContain(color);
  });

  test("takes less than two seconds of a core once the config is compiled", async () => {
    const app = createApp({ "auth.ts": sqliteAuth(), "measure.mjs": measure });
    const env = { AUTH_SECRET: secret, NODE_OPTIONS: `--import=${pathToFileURL(join(app.folder, "measure.mjs"))}` };
    const run = () => app.keyhold(["migrate", "--check"], { env });
    await run();
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const measured = [...(await run()).stderr.matchAll(/^measured: (\d+)$/gm)].map(
        ([, milliseconds]) => milliseconds,
      );
      expect(measured.length).toBeGreaterThan(0);
      times.push(measured.reduce((sum, milliseconds) => sum + Number(milliseconds), 0));
    }
    expect(Math.min(...times)).toBeLessThan(2000);
  });
});
