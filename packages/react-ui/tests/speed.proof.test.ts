import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.js";
import { everyPlugin } from "./every-plugin.ts";
import { figuresOf } from "./speed/figures.ts";
import { serveProduction } from "./speed/production.ts";
import { measuredScreens } from "./speed/screens.ts";
import { readRow } from "./speed/table.ts";
import { startUIServer, type UIServer } from "./ui-server.ts";

const page = readFileSync(new URL("../../../docs/react-ui/speed.md", import.meta.url), "utf8");

/** The tolerated difference, as a part of the real figure. */
const tolerance = 0.05;

describe.skipIf(!executablePath)("the figures in docs/react-ui/speed.md", () => {
  let server: UIServer;
  beforeAll(async () => {
    server = await startUIServer(everyPlugin, await serveProduction());
  }, 60_000);
  afterAll(() => server?.close());

  test.each(Object.entries(measuredScreens))("of %s have its real bytes and requests", async (name, screen) => {
    const told = readRow(page, name);
    const real = await figuresOf(await sharedBrowser(), server, screen, false);
    expect(told?.requests).toBe(real.requests);
    expect(Math.abs((told?.bytes ?? 0) - real.bytes)).toBeLessThan(tolerance * real.bytes);
    expect(real.violations).toEqual([]);
    // Google's limit of a good page.
    expect(real.shift).toBeLessThan(0.1);
  });
});
