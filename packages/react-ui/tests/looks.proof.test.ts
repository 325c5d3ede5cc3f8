import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { checkScreens } from "../../../tests/harness/axe.ts";
import { expectGoodLook, narrow } from "./checked-look.js";
import { type At, createOrganization, createPerson, everyPlugin, signInAs } from "./every-plugin.js";
import { executablePath, setUp } from "./pages.js";

const looks = ["compact", "plain"] as const;

/** `looks.css` first: the order of the two stylesheets does not matter. */
const program = `
  import "@keyhold/react-ui/looks.css";
  import { createRoot } from "react-dom/client";
  import { EveryScreen } from "./every-screen.tsx";

  document.documentElement.dataset.khLook = document.cookie.match(/look=(\\w+)/)?.[1];
  createRoot(document.getElementById("root")).render(<EveryScreen />);`;

const visitorScreens = ["/sign-in", "/sign-up", "/email-code", "/forgot-password", "/verify-email"];

/** Signs in as an administrator with an organization. */
async function signIn(at: At): Promise<readonly string[]> {
  const user = await createPerson();
  await signInAs(at, await createPerson({ role: "admin" }));
  await createOrganization(at);
  const account = ["profile", "devices", "sign-in", "passkeys", "two-factor"].map((name) => `/account/${name}`);
  const organization = ["members", "invitations", "teams"].map((name) => `/organization/${name}`);
  return ["/account", ...account, "/organizations", ...organization, "/admin", `/admin/users/${user.id}`];
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("main h1").waitFor();
  await page.locator(".kh-waiting").first().waitFor({ state: "detached" });
}

/** The elements in the order of the Tab key, with the width of the ring around the focus. */
async function tabThrough(page: Page): Promise<readonly { readonly name: string; readonly ring: number }[]> {
  const controls = await page.locator("main :is(a, button, input)").count();
  const reached: { name: string; ring: number }[] = [];
  await page.locator("main").evaluate((main) => {
    main.tabIndex = -1;
    main.focus();
  });
  for (let count = 0; count < controls; count += 1) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        return {
          name: `${focused.tagName} ${focused.textContent || focused.getAttribute("name")}`,
          ring: outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth),
        };
      }),
    );
  }
  return reached;
}

describe.skipIf(!executablePath).each(looks)("in the look %s", (look) => {
  const visitor = setUp(everyPlugin, program);

  const open = async (options: object = {}): Promise<Page> => {
    const page = await visitor.visit("about:blank", { reducedMotion: "reduce", viewport: narrow, ...options });
    await page.context().addCookies([{ name: "look", value: look, url: visitor.server.url }]);
    return page;
  };

  test("every screen passes axe in light and dark, and does not scroll sideways", { timeout: 240_000 }, async () => {
    const page = await open();
    const checks = checkScreens();
    for (const path of visitorScreens) {
      await show(page, path);
      await expectGoodLook(page, checks, { name: path, language: "en" });
    }
    for (const path of await signIn({ page, server: visitor.server })) {
      await show(page, path);
      await expectGoodLook(page, checks, { name: path, language: "en" });
    }
  });

  test("the keyboard reaches every control of the sign-in, with a ring", async () => {
    const page = await open();
    await show(page, "/sign-in");
    const reached = await tabThrough(page);
    expect(reached.filter(({ ring }) => ring < 2)).toEqual([]);
    expect(new Set(reached.map(({ name }) => name)).size).toBe(reached.length);
  });

  test("a problem of a field moves nothing", async () => {
    const page = await open();
    await show(page, "/sign-in");
    const submit = page.locator("button[type=submit]");
    const before = await submit.boundingBox();
    await submit.click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    expect(await submit.boundingBox()).toEqual(before);
  });

  test("fields on a touch screen are tall enough for a finger, and cause no zoom", async () => {
    const page = await open({ hasTouch: true, isMobile: true });
    await show(page, "/sign-in");
    const field = page.locator("input[name=identifier]");
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await field.evaluate((element) => getComputedStyle(element).fontSize)).toBe("16px");
  });
});

describe.skipIf(!executablePath)("a look", () => {
  const visitor = setUp(everyPlugin, program);

  test("leaves the colors that the app sets", async () => {
    const page = await visitor.visit("about:blank");
    await page.context().addCookies([{ name: "look", value: "compact", url: visitor.server.url }]);
    await show(page, "/sign-in");
    await page.addStyleTag({ content: ":root { --kh-accent: rgb(91, 61, 245) }" });
    const submit = page.locator("button[type=submit]");
    await expect
      .poll(() => submit.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe("rgb(91, 61, 245)");
  });

  test("of an element around a screen changes this screen alone", async () => {
    const page = await visitor.visit("/sign-in");
    const submit = page.locator("button[type=submit]");
    await submit.waitFor();
    const height = async (): Promise<number> => (await submit.boundingBox())?.height ?? 0;
    const usual = await height();
    await page.locator("header").evaluate((header) => Object.assign(header.dataset, { khLook: "compact" }));
    expect(await height()).toBe(usual);
    await page.locator("main").evaluate((main) => Object.assign(main.dataset, { khLook: "compact" }));
    expect(await height()).toBeLessThan(usual);
  });
});
