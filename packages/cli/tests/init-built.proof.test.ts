import { describe, expect, test } from "vitest";
import { createApp } from "./app.ts";

/** What `keyhold init` writes into apps that a command of their framework has made. */

describe("keyhold init in an app of", () => {
  test("Next.js writes routes, session and screens, below src if the app is there", async () => {
    const manifest = '{ "dependencies": { "next": "16", "react": "19" }, "devDependencies": { "typescript": "6" } }';
    const app = createApp({ "package.json": manifest, "src/app/layout.tsx": "", "pnpm-lock.yaml": "" });
    const { code, stdout } = await app.keyhold(["init", "--yes", "--no-install"]);
    expect(code).toBe(0);
    expect(stdout).toContain("1. pnpm add @keyhold/core");
    expect(stdout).toContain("http://localhost:3000/sign-in");
    expect(app.read("src/app/api/auth/[...all]/route.ts")).toContain("= routes;");
    expect(app.read("src/lib/auth.ts")).toContain("createAuth(");
    expect(app.read("src/lib/auth.ts")).toContain("= toNext(auth);");
    expect(app.read("src/lib/auth-client.ts")).toContain("createAuthClient(");
    expect(app.read("src/instrumentation.ts")).toContain(".register()");
    expect(app.read("src/app/(auth)/layout.tsx")).toContain("<OnRequest read={read}>");
    expect(app.read("src/app/(auth)/screens.tsx")).toContain('"use client"');
    expect(app.read("src/app/(auth)/sign-in/page.tsx")).toContain("<SignIn />");
    expect(app.read("src/app/(auth)/account/[[...section]]/page.tsx")).toContain("<AccountSettings ");
  });

  test.each([
    ["Next.js", "next", ["src/app/(auth)/organizations/new/page.tsx", "src/app/(auth)/admin/users/[id]/page.tsx"]],
    ["React Router", "@react-router/dev", ["app/auth/organizations-new.tsx", "app/auth/admin-users.tsx"]],
    [
      "TanStack Start",
      "@tanstack/react-start",
      ["src/routes/_auth/organizations.new.tsx", "src/routes/_auth/admin.users.$id.tsx"],
    ],
  ])("%s writes all screens with their plugins, if asked", async (_, dependency, pages) => {
    const manifest = `{ "dependencies": { "${dependency}": "1" }, "devDependencies": { "typescript": "6" } }`;
    const app = createApp({
      "package.json": manifest,
      "src/app/layout.tsx": "",
      "app/routes.ts": "export default [];\n",
    });
    const { code, stdout } = await app.keyhold([
      "init",
      "--yes",
      "--no-install",
      "--screens",
      "all",
      "--orm",
      "drizzle",
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain("@keyhold/organization @keyhold/admin");
    expect(stdout).toMatch(/npx keyhold generate drizzle .*\n.* npx drizzle-kit push/);
    const config = dependency === "@react-router/dev" ? "app/lib/auth" : "src/lib/auth";
    expect(app.read(`${config}.ts`)).toContain(
      "plugins: [publicOptions(), twoFactor(), passkey(), organization(), admin()],",
    );
    expect(app.read(`${config}-client.ts`)).toContain("    adminClient(),\n    accountLists(),\n");
    expect(app.read(pages[0] ?? "")).toContain("<CreateOrganization />");
    expect(app.read(pages[1] ?? "")).toContain("<AdminUsers userId=");
  });

  test("Nuxt, Astro and React Router adds its lines to the files of the creators, and leaves no step to the developer", async () => {
    const types = '"devDependencies": { "typescript": "6" }';
    const apps = [
      {
        files: {
          "package.json": `{ "dependencies": { "nuxt": "4" }, ${types} }`,
          "nuxt.config.ts": "export default defineNuxtConfig({\n  devtools: { enabled: true }\n})\n",
          "app/app.vue": "<template>\n  <NuxtWelcome />\n</template>\n",
        },
        shown: ["http://localhost:3000/sign-in"],
        lines: [
          ["nuxt.config.ts", '  modules: ["@keyhold/nuxt"],\n'],
          ["app/app.vue", "  <NuxtPage />\n"],
          ["app/utils/auth-client.ts", "createAuthClient()"],
          ["app/pages/sign-in.vue", '<p role="alert">'],
        ],
      },
      {
        files: {
          "package.json": `{ "dependencies": { "astro": "7" }, ${types} }`,
          "astro.config.mjs": "import { defineConfig } from 'astro/config';\n\nexport default defineConfig({});\n",
        },
        shown: ["@astrojs/node", "http://localhost:4321/sign-in"],
        lines: [
          ["astro.config.mjs", "  adapter: node({ mode: 'standalone' }),\n"],
          ["src/pages/sign-in.astro", '<p role="alert">'],
        ],
      },
      {
        files: {
          "package.json": `{ "devDependencies": { "@react-router/dev": "8", "typescript": "6" } }`,
          "app/routes.ts":
            'import { index } from "@react-router/dev/routes";\n\nexport default [index("routes/home.tsx")];\n',
        },
        shown: ["@keyhold/react-ui", "http://localhost:5173/sign-in"],
        lines: [
          ["app/routes.ts", '[index("routes/home.tsx"), ...authRoutes]'],
          ["app/auth/layout.tsx", "<AuthUI"],
          ["app/lib/auth.ts", "plugins: [publicOptions()]"],
        ],
      },
    ] as const;
    for (const { files, shown, lines } of apps) {
      const app = createApp(files);
      const { code, stdout } = await app.keyhold(["init", "--yes", "--no-install"]);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /Next:\n {2}1\. npm install .*\n {2}2\. npm install .*\n {2}3\. npx keyhold migrate\n {2}4\. npm run dev\n {2}5\. Open /,
      );
      for (const text of shown) expect(stdout).toContain(text);
      for (const [path, text] of lines) expect(app.read(path)).toContain(text);
      const again = await app.keyhold(["init", "--yes", "--no-install"]);
      expect(again.stdout).toContain("Every file is as it should be.");
    }
  });

  test("SvelteKit writes the handle, the session and a page with actions", async () => {
    const manifest = '{ "devDependencies": { "@sveltejs/kit": "2", "typescript": "6", "vite": "8" } }';
    const app = createApp({ "package.json": manifest });
    const { code, stdout } = await app.keyhold(["init", "--yes", "--no-install"]);
    expect(code).toBe(0);
    expect(app.read("src/lib/server/auth.ts")).toContain("secret: env.AUTH_SECRET");
    expect(app.read("src/hooks.server.ts")).toContain('import { building } from "$app/environment";');
    expect(app.read("src/routes/sign-in/+page.svelte")).toContain('<script lang="ts">');
    expect(app.read(".env")).toContain("AUTH_URL=http://localhost:5173\n");
    expect(stdout).toContain("npm install @keyhold/core @keyhold/adapter-sql @keyhold/mail @keyhold/sveltekit");
    expect(stdout).toContain("Open http://localhost:5173/sign-in");
  });

  test("SvelteKit 3 declares the variables, and leaves an app's own file to the developer", async () => {
    const manifest = '{ "devDependencies": { "@sveltejs/kit": "^3.2.0", "pg": "8", "typescript": "6", "vite": "8" } }';
    const app = createApp({ "package.json": manifest });
    expect((await app.keyhold(["init", "--yes", "--no-install"])).code).toBe(0);
    expect(app.read("src/lib/server/auth.ts")).toContain('import * as env from "$app/env/private";');
    expect(app.read("src/env.ts")).toContain("  DATABASE_URL: { schema: optional },\n");

    const own = "export const variables = {};\n";
    const other = createApp({ "package.json": manifest, "src/env.ts": own });
    const { code, stdout } = await other.keyhold(["init", "--yes", "--no-install"]);
    expect(code).toBe(0);
    expect(other.read("src/env.ts")).toBe(own);
    expect(stdout).toContain("Declare AUTH_SECRET, AUTH_URL, DATABASE_URL in src/env.ts");
  });
});
