import { expect, it } from "vitest";
import { createMailbox, linkIn } from "./mailbox.js";

const letter = (to: string, subject: string) => ({ to, subject, text: "Hello" });

it("keeps all letters, and finds the newest to an address", async () => {
  const { send, letters, lastTo } = createMailbox();
  await send(letter("ann@example.com", "1"));
  await send(letter("Ann@Example.com", "2"));
  await send(letter("ben@example.com", "3"));
  expect(letters.map(({ subject }) => subject)).toEqual(["1", "2", "3"]);
  expect(lastTo("ann@example.com")?.subject).toBe("2");
  expect(lastTo("eve@example.com")).toBe(null);
});

it("answers a wait with a letter that is there, or with the next one", async () => {
  const { send, waitFor } = createMailbox();
  await send(letter("ann@example.com", "1"));
  expect((await waitFor("ann@example.com")).subject).toBe("1");
  const next = waitFor("ann@example.com");
  await send(letter("ben@example.com", "2"));
  await send(letter("ann@example.com", "3"));
  expect((await next).subject).toBe("3");
});

it("answers each wait with another letter", async () => {
  const { send, waitFor } = createMailbox();
  const waits = Promise.all([waitFor("ann@example.com"), waitFor("ann@example.com")]);
  await send(letter("ann@example.com", "1"));
  await send(letter("ann@example.com", "2"));
  expect((await waits).map(({ subject }) => subject)).toEqual(["1", "2"]);
});

it("gives up a wait that nothing answers, by a sentence", async () => {
  const { waitFor, send } = createMailbox();
  const wait = waitFor("ann@example.com", { longestWaitMilliseconds: 5 });
  await expect(wait).rejects.toThrow("No letter to ann@example.com within 5 ms.");
  await send(letter("ann@example.com", "late"));
  expect((await waitFor("ann@example.com")).subject).toBe("late");
});

it("is empty after it was cleared", async () => {
  const { send, letters, clear, lastTo } = createMailbox();
  await send(letter("ann@example.com", "1"));
  clear();
  expect([letters.length, lastTo("ann@example.com")]).toEqual([0, null]);
});

it("finds the first link in a letter", () => {
  const text = "Open <https://example.com/verify?token=a%2Bb> or https://example.com/other.";
  expect(linkIn({ to: "", subject: "s", text }).searchParams.get("token")).toBe("a+b");
  expect(() => linkIn({ to: "", subject: "Hi", text: "nothing" })).toThrow('no link in the letter "Hi"');
});
