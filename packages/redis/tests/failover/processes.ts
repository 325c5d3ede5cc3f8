import { memory } from "@keyhold/adapter-memory";
import type { SecondaryStorage } from "@keyhold/core/adapter";
import { createTestAuth } from "@keyhold/testing";
import { type CountedDatabase, counted } from "@keyhold/testing/faults";

/** A process of an app, on the clock of the system. */
export interface AppProcess {
  ask(path: string, request?: AppRequest): Promise<AppResponse>;
  /** The number of reported failures of the storage. */
  failures(): number;
  idle(): Promise<void>;
}

export interface AppRequest {
  readonly body?: object;
  readonly cookie?: string;
  readonly ipAddress?: string;
}

export interface AppResponse {
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
}

export interface AppProcesses {
  readonly all: readonly AppProcess[];
  readonly database: CountedDatabase;
}

export const password = "a right password";
export const limit = 5;

/** Opens a process per storage, over a single database. */
export function openProcesses(storages: readonly SecondaryStorage[]): AppProcesses {
  const database = counted(memory());
  return { all: storages.map((storage) => openProcess(storage, database)), database };
}

function openProcess(secondaryStorage: SecondaryStorage, database: CountedDatabase): AppProcess {
  const { auth, events } = createTestAuth({
    config: {
      baseURL: "http://localhost:3000",
      secret: "only for this test: 4f9b7c21d8e3a650",
      now: () => new Date(),
      database,
      secondaryStorage,
      rateLimit: {
        enabled: true,
        limits: { "/sign-in/email": { windowSeconds: 900, max: limit }, "/sign-up/email": false, "/sign-out": false },
      },
    },
  });
  return {
    async ask(path, { body, cookie, ipAddress = "203.0.113.7" } = {}) {
      const headers = new Headers({ origin: "http://localhost:3000" });
      if (body) headers.set("content-type", "application/json");
      if (cookie) headers.set("cookie", cookie);
      const method = body ? "POST" : "GET";
      const url = `http://localhost:3000/api/auth${path}`;
      const response = await auth.handler(
        new Request(url, { method, headers, body: body ? JSON.stringify(body) : null }),
        { ipAddress },
      );
      const text = await response.text();
      const pairs = response.headers.getSetCookie().map((line) => line.split(";")[0]);
      return { status: response.status, text, cookie: pairs.join("; ") };
    },
    failures: () => events.filter(({ type }) => type === "secondary-storage.failed").length,
    idle: () => auth.idle(),
  };
}
