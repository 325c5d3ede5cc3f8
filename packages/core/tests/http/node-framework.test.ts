import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { nodeHandler } from "@keyhold/core/node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp } from "../../../../tests/harness/app.ts";

type Incoming = IncomingMessage & { body?: unknown; originalUrl?: string };
type Before = (incoming: Incoming, outgoing: ServerResponse) => unknown;

let app: App;
let server: Server | null = null;

beforeEach(async () => {
  app = openApp();
  await app.browser().post("/sign-up/email", alice);
});
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** A server with a framework that changes each request before handling. */
async function listen(before: Before): Promise<string> {
  const handle = nodeHandler(app.auth);
  const framework = createServer(async (incoming, outgoing) => {
    await before(incoming, outgoing);
    handle(incoming, outgoing);
  });
  server = framework;
  await new Promise<void>((resolve) => framework.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(framework.address() as AddressInfo).port}`;
}

const signIn = (url: string, contentType = "application/json", body = JSON.stringify(alice)) =>
  fetch(`${url}/api/auth/sign-in/email`, { method: "POST", body, headers: { "content-type": contentType } });

describe("a body that a framework has already read", () => {
  const readers: readonly (readonly [string, (read: string) => unknown])[] = [
    ["as JSON", (read) => JSON.parse(read)],
    ["as text", (read) => read],
    ["as bytes", (read) => Buffer.from(read)],
  ];

  test.each(readers)("%s is parsed", async (_, parse) => {
    const url = await listen(async (incoming) => {
      incoming.body = parse(await text(incoming));
    });
    expect((await signIn(url)).status).toBe(200);
  });

  test("and discarded is a 500, and the log names the order of mounts", async () => {
    const url = await listen((incoming) => text(incoming));
    const answer = await signIn(url);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ code: "BODY_READ_BEFORE" });
    expect(app.logged.map(({ message }) => message)).toEqual(["BODY_READ_BEFORE at POST /sign-in/email."]);
    expect(app.logged[0]?.cause).toContain("Mount the auth before all that reads bodies");
  });

  test("in part only is a 500, too", async () => {
    const url = await listen((incoming) => new Promise((resolve) => incoming.once("data", resolve)));
    expect((await signIn(url)).status).toBe(500);
  });

  test("and that was empty is empty", async () => {
    const url = await listen((incoming) => text(incoming));
    expect((await fetch(`${url}/api/auth/sign-out`, { method: "POST" })).status).toBe(200);
  });

  test.each(["text", "bytes"])("as %s beside the parsed value is preferred", async (kind) => {
    const url = await listen(async (incoming) => {
      const read = await text(incoming);
      Object.assign(incoming, { rawBody: kind === "text" ? read : Buffer.from(read), body: { changed: true } });
    });
    expect((await signIn(url)).status).toBe(200);
  });

  test("as a form is still a form, and fails", async () => {
    const url = await listen(async (incoming) => {
      incoming.body = Object.fromEntries(new URLSearchParams(await text(incoming)));
    });
    const form = new URLSearchParams({ email: alice.email, password: alice.password }).toString();
    expect((await signIn(url, "application/x-www-form-urlencoded", form)).status).toBe(415);
  });

  test("and is above the limit fails with 413", async () => {
    const url = await listen(async (incoming) => {
      incoming.body = JSON.parse(await text(incoming));
    });
    expect((await signIn(url, "application/json", JSON.stringify({ x: "x".repeat(100_000) }))).status).toBe(413);
  });
});

test("a body that no framework has read is read", async () => {
  const url = await listen(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect((await signIn(url)).status).toBe(200);
});

test("a mount path is restored", async () => {
  const url = await listen((incoming) => {
    incoming.originalUrl = incoming.url ?? "";
    incoming.url = incoming.url?.replace("/api/auth", "") ?? "";
  });
  expect((await signIn(url)).status).toBe(200);
});

test("a request that was already answered gets no second response", async () => {
  const url = await listen((_, outgoing) => outgoing.end("done"));
  expect(await (await fetch(`${url}/api/auth/ok`)).text()).toBe("done");
});

test("a response that was already begun ends, and the server goes on", async () => {
  let isFirst = true;
  const url = await listen((_, outgoing) => {
    if (isFirst) outgoing.writeHead(200).write("half");
    isFirst = false;
  });
  await expect(fetch(`${url}/api/auth/ok`).then((answer) => answer.text())).rejects.toThrow();
  expect((await fetch(`${url}/api/auth/ok`)).status).toBe(200);
});

describe("headers that a framework has set", () => {
  test("are kept: its cookies, and its Vary", async () => {
    const url = await listen((_, outgoing) => {
      outgoing.setHeader("set-cookie", ["theme=dark; Path=/", "seen=1; Path=/"]);
      outgoing.setHeader("vary", "Origin");
    });
    const answer = await signIn(url);
    expect(answer.headers.getSetCookie().map((line) => line.slice(0, line.indexOf("=")))).toEqual([
      "theme",
      "seen",
      "keyhold.session_token",
    ]);
    expect(answer.headers.get("vary")).toBe("Origin, cookie");
  });
});
