import { expect, test, vi } from "vitest";
import { toSessionOf, whenLoaded } from "./server.js";

/** An auth for which the header is the name of the user. */
function counted() {
  const asked: (string | null)[] = [];
  const session = async (headers: Headers): Promise<string | null> => {
    asked.push(headers.get("cookie"));
    return headers.get("cookie");
  };
  return { asked, session };
}

const eventOf = (cookie?: string) => ({ headers: new Headers(cookie === undefined ? {} : { cookie }), context: {} });

test("all calls for an event share one query", async () => {
  const auth = counted();
  const sessionOf = toSessionOf(auth);
  const event = eventOf("Ada");
  expect(await Promise.all([sessionOf(event), sessionOf(event)])).toEqual(["Ada", "Ada"]);
  expect(await whenLoaded(async () => ({ sessionOf }))(event)).toBe("Ada");
  expect(auth.asked).toEqual(["Ada"]);
});

test("a stream that stays open, and each message of a WebSocket, ask again", async () => {
  const auth = counted();
  const sessionOf = toSessionOf(auth);
  const stream = eventOf("Ada");
  const at = performance.now();
  const clock = vi.spyOn(performance, "now").mockReturnValue(at);
  await sessionOf(stream);
  clock.mockReturnValue(at + 60_000);
  await sessionOf(stream);
  clock.mockRestore();
  // A peer of Nitro keeps the request that opened the connection.
  const request = { headers: new Headers({ cookie: "Grace", upgrade: "websocket" }) };
  await sessionOf(request);
  await sessionOf(request);
  expect(auth.asked).toEqual(["Ada", "Ada", "Grace", "Grace"]);
});

test("the event of a cached handler, with the context of a request but without its cookies, has no session", async () => {
  const sessionOf = toSessionOf(counted());
  const event = eventOf("Ada");
  expect(await sessionOf(event)).toBe("Ada");
  const cached = { ...eventOf(), context: event.context };
  expect(await sessionOf(cached)).toBe(null);
});
