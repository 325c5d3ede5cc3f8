import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { nodeHandler } from "@keyhold/core/node";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";

test("a server that ends as the docs say closes the connection of a client that goes on sending", async () => {
  const server = createServer(nodeHandler(createTestAuth().auth)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes;
  });
  const isSeen = (text: string) => expect.poll(() => received).toContain(text);

  // The connection has a request in work when the server closes, so that the connection is not idle.
  socket.write(
    "POST /api/auth/sign-out HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{",
  );
  await once(server, "request");
  server.prependListener("request", (_, response) => response.setHeader("connection", "close"));
  const closed = once(server.close(), "close");
  socket.write("}");
  await isSeen("Connection: keep-alive");

  socket.write("GET /api/auth/ok HTTP/1.1\r\nHost: a\r\n\r\n");
  await isSeen('{"ok":true}');
  expect(received.toLowerCase()).toContain("connection: close");
  await closed;
});
