import { describe, expect, test } from "vitest";
import { maxBodyBytes, readForm } from "./body.js";
import { fromRequest } from "./fetch-request.js";

const form = "application/x-www-form-urlencoded";

const read = (body: BodyInit | null, contentType: string | null = form, more: Record<string, string> = {}) => {
  const request = new Request("https://example.com", { method: "POST", body, headers: more });
  if (contentType === null) request.headers.delete("content-type");
  else request.headers.set("content-type", contentType);
  return readForm(fromRequest(request)).then((pairs) => [...pairs]);
};

describe("a form", () => {
  test.each<[string, readonly (readonly [string, string])[]]>([
    ["a=1", [["a", "1"]]],
    [
      "a=1&b=2",
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [
      "a=1&a=2",
      [
        ["a", "1"],
        ["a", "2"],
      ],
    ],
    ["a=b+c%20d%26", [["a", "b c d&"]]],
    ["a", [["a", ""]]],
    ["=1", [["", "1"]]],
    ["a=%", [["a", "%"]]],
    ["a=%FF", [["a", "\ufffd"]]],
    ["__proto__=1", [["__proto__", "1"]]],
    ["%C3%A9=ü", [["é", "ü"]]],
    ["&&", []],
    ["", []],
  ])("%j is read as %j", async (body, pairs) => {
    expect(await read(body)).toEqual(pairs);
  });

  test.each([form, form.toUpperCase(), `${form};charset=UTF-8`, ` ${form} ; charset=utf-8`])(
    "may have the type %j",
    async (type) => {
      expect(await read("a=1", type)).toEqual([["a", "1"]]);
    },
  );

  test.each([
    null,
    "",
    "text/plain",
    "application/json",
    "multipart/form-data; boundary=x",
    `${form}x`,
    `text/plain; ${form}`,
    `text/plain, ${form}`,
  ])("may not have the type %j: 415", async (type) => {
    await expect(read("a=1", type)).rejects.toMatchObject({
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: "Unsupported media type: send a form",
    });
  });

  test("of 64 KiB is read, and one byte more fails: 413, with any type", async () => {
    const whole = `a=${"x".repeat(maxBodyBytes - 2)}`;
    expect((await read(whole))[0]?.[1]).toHaveLength(maxBodyBytes - 2);
    for (const type of [form, "text/plain", null]) {
      await expect(read(`${whole}x`, type)).rejects.toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
    }
    const declared = { "content-length": String(maxBodyBytes + 1) };
    await expect(read("a=1", form, declared)).rejects.toMatchObject({ status: 413 });
  });

  test.each([
    ["are no UTF-8", [0x61, 0x3d, 0xff]],
    ["end within a character", [0x61, 0x3d, 0xe2, 0x82]],
    ["are UTF-16", [0x61, 0x00, 0x3d, 0xd8]],
  ])("whose bytes %s is invalid: 400", async (_, bytes) => {
    await expect(read(new Uint8Array(bytes))).rejects.toMatchObject({ status: 400, code: "BAD_REQUEST" });
  });

  test("that breaks off is invalid: 400", async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array([0x61, 0x3d]));
        controller.error(new Error("The connection was reset."));
      },
    });
    const request = new Request("https://example.com", { method: "POST", body, duplex: "half" } as RequestInit);
    request.headers.set("content-type", form);
    await expect(readForm(fromRequest(request))).rejects.toMatchObject({ status: 400 });
  });
});
