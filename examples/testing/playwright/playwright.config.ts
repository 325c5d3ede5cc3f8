import { loadEnvFile } from "node:process";
import { defineConfig } from "@playwright/test";

// The tests and the server are two processes with the same secret, database and URL.
loadEnvFile("test.env");
const { AUTH_URL: baseURL = "", CHROMIUM_PATH: executablePath } = process.env;

export default defineConfig({
  testDir: "tests",
  webServer: { command: "node server.ts", url: `${baseURL}/api/auth/ok`, timeout: 120_000 },
  use: {
    baseURL,
    // For the Chromium of the system, e.g. in a container. Without it: the one of `npx playwright install chromium`.
    ...(executablePath && { launchOptions: { executablePath, args: ["--no-sandbox"] } }),
  },
  projects: [
    { name: "setup", testMatch: "roles.setup.ts" },
    { name: "tests", testMatch: "*.spec.ts", dependencies: ["setup"] },
  ],
});
