import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, openApp } from "../../../../tests/harness/app.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

let app: App;

beforeEach(() => {
  app = openApp();
});

const nothing = { users: 0, accounts: 0, sessions: 0 };
const json = JSON.stringify(alice);
const bytes = (text: string) => new TextEncoder().encode(text);

/** A body without a declared length. */
const stream = (...chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

const send = (body?: BodyInit, contentType: string | null = "application/json", more: Record<string, string> = {}) =>
  app.browser().send("POST", "/sign-up/email", body, { headers: { "content-type": contentType, ...more } });

describe("a body that is not JSON fails with 400:", () => {
  test.each([
    ["half an object", "{"],
    ["a blank", " "],
    ["single quotes", "{'name':'Alice'}"],
    ["garbage behind it", `${json}garbage`],
    ["a byte order mark before it", `\uFEFF${json}`],
    ["a comment", `/* hello */${json}`],
    ["NaN", '{"name":NaN}'],
    ["a form", "name=Alice&email=alice%40example.com"],
    ["60,000 brackets that never close", "[".repeat(60_000)],
    ["UTF-16", new Uint8Array(Buffer.from(json, "utf16le"))],
    ["UTF-16 with its mark", new Uint8Array(Buffer.from(`\uFEFF${json}`, "utf16le"))],
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ["an overlong slash", new Uint8Array([0x22, 0xc0, 0xaf, 0x22])],
    ["half a surrogate pair as bytes", new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["a character that is cut off", new Uint8Array([0x22, 0xe2, 0x82])],
  ])("%s", async (_, body) => {
    expectError(await send(body), 400, "INVALID_JSON", "Invalid JSON in request body");
    expect(await countRows(app)).toEqual(nothing);
  });
});

describe("a body of another type fails with 415:", () => {
  test.each([
    null,
    "",
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/jsonp",
    "application/json5",
    "text/plain; application/json",
    "text/plain, application/json",
    "application/json; charset=utf-16",
    "application/json; charset=utf-8; x=application/json",
  ])("%j", async (contentType) => {
    const answer = await send(bytes(json), contentType);
    expectError(answer, 415, "UNSUPPORTED_MEDIA_TYPE", "Unsupported media type: send application/json");
    expect(await countRows(app)).toEqual(nothing);
  });
});

test.each([
  "application/json",
  "APPLICATION/JSON",
  "application/json;charset=utf-8",
  'application/json; charset="UTF-8"',
])("a body of type %s is read", async (contentType) => {
  expect((await send(json, contentType)).status).toBe(200);
});

describe("a body that is too large fails with 413:", () => {
  const large = bytes(JSON.stringify({ ...alice, name: "x".repeat(10_000_000) }));

  test("ten megabytes", async () => {
    expectError(await send(large), 413, "PAYLOAD_TOO_LARGE", "Payload too large");
    expect(await countRows(app)).toEqual(nothing);
  });

  test("ten megabytes with a declared length", async () => {
    const answer = await send(large, "application/json", { "content-length": String(large.length) });
    expectError(answer, 413, "PAYLOAD_TOO_LARGE", "Payload too large");
  });

  test("ten megabytes with a small declared length", async () => {
    const answer = await send(large, "application/json", { "content-length": "10" });
    expectError(answer, 413, "PAYLOAD_TOO_LARGE", "Payload too large");
  });

  test("ten megabytes in pieces, of which no more are read than necessary", async () => {
    let read = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1;
        if (read > 1000) controller.close();
        else controller.enqueue(new Uint8Array(10_000).fill(32));
      },
    });
    expectError(await send(body), 413, "PAYLOAD_TOO_LARGE", "Payload too large");
    expect(read).toBeLessThan(20);
  });

  test("one byte more than 64 KiB, and not one byte less", async () => {
    const padded = (length: number) => json + " ".repeat(length - json.length);
    expect((await send(padded(65_537))).status).toBe(413);
    expect((await send(padded(65_536))).status).toBe(200);
  });

  test("with any content", async () => {
    expect((await send("x".repeat(70_000), "text/plain")).status).toBe(413);
  });
});

test("a body in many pieces is joined in order", async () => {
  const pieces = [...bytes(JSON.stringify({ ...alice, name: "Ålice 👩‍🚀" }))].map((byte) => new Uint8Array([byte]));
  const answer = await send(stream(...pieces));
  expect(answer.body?.user).toMatchObject({ name: "Ålice 👩‍🚀" });
});

describe("a body that breaks off", () => {
  test("fails with 400, writes no row, and is not logged", async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes('{"name":"Al'));
        controller.error(new Error("The connection was reset."));
      },
    });
    expectError(await send(body), 400, "INVALID_JSON", "Invalid JSON in request body");
    expect(await countRows(app)).toEqual(nothing);
    expect(app.logged).toEqual([]);
  });
});

describe("no body at all", () => {
  test.each([undefined, "", new Uint8Array()])("is an empty object: %j", async (body) => {
    const answer = await send(body, null);
    expect(answer.body?.issues?.map((issue) => issue.path)).toEqual(["name", "email", "password"]);
  });
});
