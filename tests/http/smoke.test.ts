import { expect, test } from "vitest";
import { alice, openApp } from "./app.js";

test("smoke", async () => {
  const app = openApp();
  const b = app.browser();
  console.log(await b.post("/sign-up/email", alice), await b.get("/get-session"));
  console.log(app.events, app.logged);
  expect(1).toBe(1);
});
