import { memory } from "@keyhold/adapter-memory";
import { admin } from "@keyhold/admin";
import { createAuth } from "@keyhold/core";
import { publicOptions } from "@keyhold/public-options";
import { describe, expect, test } from "vitest";
import { typeInto } from "../../../tests/harness/keyboard.ts";
import { executablePath, heading, newPerson, setUp } from "./pages.js";
import { cheapHashing } from "./ui-server.js";

const program = `
  import { createRoot } from "react-dom/client";
  import { EveryScreen } from "./every-screen.tsx";

  createRoot(document.getElementById("root")).render(<EveryScreen />);`;

const database = memory();
const options = {
  secret: "only for admin-by-id.proof.test.ts: 0c27d1f3",
  database,
  emailAndPassword: { enabled: true, passwordHashing: cheapHashing },
};
const [first, other] = [newPerson(), newPerson()];

/** The first administrator has no role: the server is started with the id. */
const adminUserIds = await (async () => {
  const before = createAuth({ ...options, baseURL: "http://localhost", plugins: [admin()] });
  await before.api.signUp.email(other);
  return [(await before.api.signUp.email(first)).user.id];
})();

describe.skipIf(!executablePath)("the screens of administrators", () => {
  const visitor = setUp({ ...options, plugins: [publicOptions(), admin({ adminUserIds })] }, program);

  test("are open to an administrator whom adminUserIds names", async () => {
    const page = await visitor.visit("/sign-in");
    await typeInto(page, { Email: first.email, Password: first.password });
    await heading(page, `Welcome, ${first.name}`);
    await page.goto("/admin");
    await page.getByRole("link", { name: other.name }).click();
    await heading(page, other.name);
    await page.getByRole("button", { name: "Save role" }).waitFor();
  });

  test("are closed to a user without a role", async () => {
    const page = await visitor.visit("/sign-in");
    await typeInto(page, { Email: other.email, Password: other.password });
    await heading(page, `Welcome, ${other.name}`);
    await page.goto("/admin");
    await heading(page, "Not for your role");
    expect(await page.getByText(first.email).count()).toBe(0);
  });
});
