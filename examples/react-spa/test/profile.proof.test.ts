import { describe, expect, test } from "vitest";
import { photograph, place, shownPicture } from "./picture.ts";
import { errorAt, executablePath, heading, newUser, setUp, signIn, signOut, signUp, tabTo } from "./test-user.ts";

describe.skipIf(!executablePath)("the profile", () => {
  const visitor = setUp();

  test("changes name and username", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await page.goto("/account/profile");
    await page.getByLabel("Name", { exact: true }).fill("Countess of Lovelace");
    await page.getByLabel("Username").fill("Countess");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").getByText("Saved.").waitFor();

    await signOut(page);
    await signIn(page, "countess", person.password);
    await heading(page, "Welcome, Countess of Lovelace");
    await page.goto("/account/profile");
    await page.getByLabel("Username").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel("Username").inputValue()).toBe("");
    await expect.poll(() => page.locator("main .kh-picture").textContent()).toBe("CL");
  });

  test("takes a picture, cropped by keyboard and by pointer, without the metadata of its file", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await page.goto("/account/profile");
    const input = page.getByLabel("Picture");
    await input.setInputFiles(await photograph(page));
    const dialog = page.getByRole("dialog", { name: "Choose the part to show" });
    // The first slider has the focus.
    await dialog.getByRole("button", { name: "Use this part" }).waitFor();
    for (const key of ["End", "Tab", "Home"]) await page.keyboard.press(key);
    await tabTo(page, "Use this part");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    const shown = ".kh-picture-input img";
    const left = await shownPicture(page, shown);
    expect([left.color, left.width === left.height]).toEqual(["red", true]);

    await input.setInputFiles(await photograph(page));
    await dialog.getByRole("button", { name: "Use this part" }).waitFor();
    const box = (await dialog.locator("canvas").boundingBox()) ?? expect.fail();
    await page.mouse.move(box.x + box.width - 5, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 5, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await dialog.getByRole("button", { name: "Use this part" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await shownPicture(page, shown)).color).toBe("blue");

    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").getByText("Saved.").waitFor();
    const stored = (await page.locator(".kh-title ~ * img, main .kh-picture img").first().getAttribute("src")) ?? "";
    expect(stored).toMatch(/^data:image\/(webp|jpeg);base64,/);
    expect(stored.length).toBeLessThan(17_000);
    expect(Buffer.from(stored.split(",")[1] ?? "", "base64").toString("latin1")).not.toContain(place);

    await page.reload();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").getByText("Saved.").waitFor();
    await expect.poll(() => page.locator("main .kh-picture img").count()).toBe(0);
  });

  test("rejects a file that is no picture by its content, with the reason", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await page.goto("/account/profile");
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    await page.getByLabel("Picture").setInputFiles({ name: "picture.png", mimeType: "image/png", buffer: svg });
    await page.getByText("This is not a PNG, JPEG or WebP picture").waitFor();
    expect(await page.getByRole("button", { name: "Use this part" }).count()).toBe(0);
  });

  test("shows a taken username at its field, and keeps the other fields", async () => {
    const [person, other] = [newUser(), newUser()];
    await signUp(await visitor.visit("/"), other);
    const page = await visitor.visit("/");
    await signUp(page, person);
    await page.goto("/account/profile");
    await page.getByLabel("Name", { exact: true }).fill("Somebody else");
    await page.getByLabel("Username").fill(other.username);
    await page.getByRole("button", { name: "Save" }).click();
    await errorAt(page, "Username optional", /Another user has this username/);
    await page.goto("/");
    await heading(page, `Welcome, ${person.name}`);
  });
});

describe.skipIf(!executablePath)("the account", () => {
  const visitor = setUp();

  test("asks a signed-out user to sign in, and continues to the requested screen", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await signOut(page);
    await page.goto("/account/sign-in");
    await heading(page, "Sign in to Keyhold example");
    await page.getByLabel("Email or username").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await heading(page, "Sign-in methods");
    await page.getByRole("main").getByRole("listitem").getByText("Password", { exact: true }).waitFor();
  });

  test("has its navigation beside it on a wide page, and a link back and a menu on a narrow one", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const nav = page.getByRole("navigation", { name: "Main" });
    await nav.getByRole("link", { name: "Password" }).click();
    await heading(page, "Password");
    await expect.poll(() => nav.locator("[aria-current=page]").textContent()).toBe("Password");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.setViewportSize({ width: 375, height: 740 });
    await expect.poll(() => nav.isVisible()).toBe(false);
    await page.getByRole("link", { name: "Your account" }).click();
    await heading(page, `Welcome, ${person.name}`);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await nav.getByRole("link", { name: "Devices" }).click();
    await heading(page, "Devices");
    await expect.poll(() => nav.isVisible()).toBe(false);
  });

  test("has a menu on every page, which the keyboard opens, closes and follows", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const button = page.getByRole("button", { name: `Account menu: ${person.name}` });
    const menu = page.getByRole("menu");
    const hasFocus = (): Promise<boolean> => button.evaluate((element) => element === document.activeElement);
    await button.focus();
    await page.keyboard.press("Enter");
    await menu.getByText(person.email).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => menu.count()).toBe(0);
    await expect.poll(() => hasFocus()).toBe(true);

    await page.goto("/account/email");
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("menuitem", { name: "Account settings" }).waitFor();
    await page.keyboard.press("Enter");
    await heading(page, `Welcome, ${person.name}`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await expect.poll(() => menu.count()).toBe(0);

    await page.context().setOffline(true);
    await button.click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await menu.getByText("You are still signed in.").waitFor();
    await page.context().setOffline(false);
    await page.keyboard.press("s");
    await page.keyboard.press("Enter");
    await heading(page, "Sign-in that lives in your own app");
  });
});
