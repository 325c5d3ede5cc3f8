import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadEnvFiles } from "./env-files.js";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-env-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

const all = {
  ".env": "A=1\nB=1\nC=1\nD=1\n",
  ".env.development": "B=2\nC=2\nD=2\n",
  ".env.local": "C=3\nD=3\n",
  ".env.development.local": "D=4\n",
};

describe("env files", () => {
  test("are read in the order of frameworks: the most special one wins", () => {
    const env = {};
    loadEnvFiles(folderWith(all), [], env);
    expect(env).toEqual({ A: "1", B: "2", C: "3", D: "4" });
  });

  test("do not change a variable of the process", () => {
    const env = { A: "mine", D: "" };
    loadEnvFiles(folderWith(all), [], env);
    expect(env).toMatchObject({ A: "mine", D: "" });
  });

  test("are those of NODE_ENV; in tests without .env.local", () => {
    const env = { NODE_ENV: "test" };
    loadEnvFiles(folderWith({ ...all, ".env.test": "B=5\n" }), [], env);
    expect(env).toEqual({ NODE_ENV: "test", A: "1", B: "5", C: "1", D: "1" });
  });

  test.each([
    ["http://localhost:$PORT", "http://localhost:4000"],
    [`http://localhost:\${PORT}/app`, "http://localhost:4000/app"],
    ["$PORT$PORT", "40004000"],
    ["a\\$PORT", "a$PORT"],
    ["p4$$w0rd$UNKNOWN", "p4$$w0rd$UNKNOWN"],
    [`\${UNKNOWN}`, `\${UNKNOWN}`],
    ["ends with $", "ends with $"],
  ])("put a variable into %j", (written, value) => {
    const env: NodeJS.ProcessEnv = {};
    loadEnvFiles(folderWith({ ".env": `PORT=4000\nVALUE=${written}\n` }), [], env);
    expect(env.VALUE).toBe(value);
  });

  test("can be given: then only these are read, and the last one wins", () => {
    const folder = folderWith({ ...all, one: "A=one\nB=one\n", two: "B=two\n" });
    const env = {};
    const read = loadEnvFiles(folder, [join(folder, "one"), join(folder, "two")], env);
    expect(env).toEqual({ A: "one", B: "two" });
    expect(read).toEqual([join(folder, "two"), join(folder, "one")]);
  });

  test("may name other variables; an unknown name stays as it is written", () => {
    const env = { HOST: "db" };
    const text = ["URL=postgres://$", "{HOST}/$", "{NAME}\nNAME=app\nPASSWORD='a$", "{b'\nOTHER=$", "{MISSING}\n"].join(
      "",
    );
    loadEnvFiles(folderWith({ ".env": text }), [], env);
    expect(env).toMatchObject({
      URL: "postgres://db/app",
      PASSWORD: ["a$", "{b"].join(""),
      OTHER: ["$", "{MISSING}"].join(""),
    });
  });
});
