import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { cookiesOf, openConnection, statusOf } from "./connection.ts";

async function answers(body: readonly string[], headers: Record<string, string | string[]>): Promise<Buffer[]> {
  const server = createServer((_incoming, outgoing) => {
    outgoing.writeHead(201, headers);
    for (const part of body) outgoing.write(part);
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const connection = await openConnection((server.address() as AddressInfo).port);
  const request = Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const responses = [await connection.send(request), await connection.send(request)];
  connection.close();
  server.close();
  return responses;
}

test("a body with a length is read to its end, twice on one connection", async () => {
  const [first, second] = await answers(["ab", "cd"], { "content-length": "4" });
  expect(statusOf(first as Buffer)).toBe(201);
  expect(first?.toString().endsWith("\r\n\r\nabcd")).toBe(true);
  expect(second?.length).toBe(first?.length);
});

test("a chunked body is read to its last chunk", async () => {
  const [first, second] = await answers(["one", "two"], {});
  expect(first?.toString()).toContain("two");
  expect(second?.length).toBe(first?.length);
});

test("cookies are sent back in a browser's form", async () => {
  const [first] = await answers(["x"], { "set-cookie": ["a=1; Path=/; HttpOnly", "b=2%3D; Max-Age=5"] });
  expect(cookiesOf(first as Buffer)).toBe("a=1; b=2%3D");
});
