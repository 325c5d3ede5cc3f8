import { expect, test } from "vitest";
import { openApp } from "../app.js";

test("the answer says that the server is up, and nothing else", async () => {
  const answer = await openApp().browser().get("/ok");
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('{"ok":true}');
});

test("no answer may be cached, taken for another visitor's, guessed at by type, or tells what answers", async () => {
  const { headers } = await openApp().browser().get("/ok");
  expect(Object.fromEntries(headers)).toEqual({
    "content-type": "application/json",
    "cache-control": "no-store",
    vary: "cookie",
    "x-content-type-options": "nosniff",
  });
});

test("no origin is ever allowed to read an answer from elsewhere", async () => {
  const browser = openApp().browser();
  const foreign = { headers: { origin: "https://evil.example" } };
  for (const answer of [
    await browser.get("/get-session", foreign),
    await browser.send("OPTIONS", "/ok", undefined, foreign),
  ]) {
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
});
