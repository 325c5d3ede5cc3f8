import { expect, test } from "vitest";
import { openApp } from "../../../../tests/harness/app.ts";

test("the response shows that the server is up, and no more", async () => {
  const answer = await openApp().browser().get("/ok");
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('{"ok":true}');
});

test("no response is cached, shared between visitors, or sniffed, or reveals the server's software", async () => {
  const { headers } = await openApp().browser().get("/ok");
  expect(Object.fromEntries(headers)).toEqual({
    "content-type": "application/json",
    "cache-control": "no-store",
    vary: "cookie",
    "x-content-type-options": "nosniff",
  });
});

test("no other origin is ever allowed to read a response", async () => {
  const browser = openApp().browser();
  const foreign = { headers: { origin: "https://evil.example" } };
  for (const answer of [
    await browser.get("/get-session", foreign),
    await browser.send("OPTIONS", "/ok", undefined, foreign),
  ]) {
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
});
