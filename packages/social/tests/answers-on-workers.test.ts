import { afterEach, expect, test, vi } from "vitest";
import { callbackResultOf, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { tokenCallsDuring } from "./calls.ts";
import { ann, goThere, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();

afterEach(() => vi.unstubAllGlobals());

test("a worker waits for no answer to another request: a promise of a cancelled request never settles", async () => {
  vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" });
  const flow = openFixture(idp());
  const url = await goThere(flow, { callbackURL: "/home", errorCallbackURL: "/failed" }, { as: ann });
  const headers = flow.browser.headers();
  const answers: string[] = [];
  await tokenCallsDuring(idp(), async () => {
    const send = async () => callbackResultOf(await flow.auth.handler(new Request(url, { headers })));
    for (const { url } of await Promise.all([send(), send()])) answers.push(url.pathname);
  });
  expect(answers.toSorted()).not.toEqual(["/home", "/home"]);
  expect(answers).toContain("/home");
});
