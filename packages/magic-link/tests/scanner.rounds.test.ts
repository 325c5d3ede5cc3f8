import { expect, test } from "vitest";
import { repeats } from "../../../tests/harness/repeats.ts";
import { asBrowser, open } from "./fixture.ts";

test("a mail scanner leaves each of hundreds of links usable", async () => {
  const fixture = open();
  const { browser } = fixture.visit();
  const scanner = fixture.visit().browser;
  const links = repeats(1000, 250);
  let usable = 0;
  for (let count = 0; count < links; count += 1) {
    const link = await fixture.ask({ browser }, `person${count}@example.com`);
    for (const request of [asBrowser, asBrowser, { method: "HEAD" }]) await scanner.fetch(link, request);
    const answer = await browser.fetch(link, asBrowser);
    if (answer.headers.get("location") === "https://app.example.com/") usable += 1;
  }
  expect(usable).toBe(links);
});
