import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { executablePath, setUp } from "./pages.js";

/**
 * The pictures of the pages: `PICTURES=write npm test -- packages/react-ui/tests/pictures` writes them into docs/images.
 * Otherwise the test checks that each picture exists with the size of the screen, and is small.
 */
const folder = fileURLToPath(new URL("../../../docs/images/react-ui/", import.meta.url));
const isWriting = process.env.PICTURES === "write";

const pictures = {
  "sign-in": "/sign-in",
  "sign-up": "/sign-up",
  forgotten: "/forgot-password",
  verified: "/verify-email?verified",
  "two-factor": "/two-factor?methods=totp,otp,backup-code",
};

/** Width and height of a PNG: the first chunk has them. */
const sizeOf = (file: string): readonly number[] => {
  const bytes = readFileSync(file);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

describe.skipIf(!executablePath)("the pictures of the pages", () => {
  const visitor = setUp();

  test.each(Object.entries(pictures))("%s is a picture of its screen, in light and dark", async (name, path) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await visitor.visit(path, {
        colorScheme,
        viewport: { width: 480, height: 300 },
        reducedMotion: "reduce",
      });
      await page.locator("h1").waitFor();
      await page.waitForLoadState("networkidle");
      const picture = await page.screenshot({ fullPage: true, animations: "disabled", caret: "hide" });
      const file = `${folder}${name}${colorScheme === "dark" ? "-dark" : ""}.png`;
      mkdirSync(folder, { recursive: true });
      if (isWriting) writeFileSync(file, picture);
      expect(statSync(file).size, file).toBeLessThan(60_000);
      expect(sizeOf(file)[0], file).toBe(480);
    }
  });
});
