import { memory } from "@keyhold/adapter-memory";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createAuth } from "../auth.js";
import type { LogEntry } from "../contract/config.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const ada = { name: "Ada", email: "ada@example.com", password: "correct horse" };
const baseURL = "http://localhost:3000";

/** A secret that no other test has: the warning of shared secrets is given once in a process. */
function setVariables(secret: string): void {
  vi.stubEnv("AUTH_SECRET", secret);
  vi.stubEnv("AUTH_URL", baseURL);
}

describe("an auth without `secret` and `baseURL`", () => {
  test("has the secret AUTH_SECRET and the URL AUTH_URL", async () => {
    const secret = "vQ2mL8xT4bN6cZ1kR9wY3sD7fG5hJ0pA";
    setVariables(secret);
    const database = memory();
    const emailAndPassword = { enabled: true };
    const cookies: string[] = [];
    await createAuth({ database, emailAndPassword }).api.signUp.email(ada, {
      setCookie: (line) => void cookies.push(line.split(";", 1)[0] ?? ""),
    });
    const headers = { cookie: cookies.join("; ") };
    const given = createAuth({ secret, baseURL, database, emailAndPassword });
    expect((await given.session(headers))?.user.email).toBe(ada.email);
    const other = createAuth({ secret: [...secret].reverse().join(""), database, emailAndPassword });
    expect(await other.session(headers)).toBe(null);
  });

  test("takes undefined and an empty text as omitted", async () => {
    setVariables("aK7rW2nX9mC4vB6zQ1tY8uE3oP5sD0fH");
    await expect(createAuth({ secret: undefined, baseURL: "", database: memory() }).ready()).resolves.toBe(undefined);
  });

  test("is incomplete on a runtime without `process`", async () => {
    setVariables("hT5yU8jK2lM4nB7vC1xZ9qW3eR6tY0uI");
    vi.stubGlobal("process", undefined);
    const auth = createAuth({ database: memory() });
    vi.unstubAllGlobals();
    await expect(auth.ready()).rejects.toThrow(
      /secret: missing; set the variable AUTH_SECRET or the option; .*\n.*baseURL: missing; set the variable AUTH_URL or the option/,
    );
  });

  test("is warned of another auth of the process with another database", () => {
    setVariables("pL9oK3iJ7uH1yG5tF8rD2eS6wA4qZ0xC");
    const log: LogEntry[] = [];
    createAuth({ database: memory() });
    createAuth({ database: memory(), log: (entry) => void log.push(entry) });
    expect(log.map(({ message }) => message)).toEqual([expect.stringContaining("one `secret`")]);
  });
});
