// For `modules` of nuxt.config.ts: runs while Nuxt builds, never in the app.

import {
  addImports,
  addPlugin,
  addServerHandler,
  addServerImports,
  addServerPlugin,
  addTemplate,
  defineNuxtModule,
  resolveAlias,
} from "@nuxt/kit";
import type { NuxtModule } from "@nuxt/schema";
import { type AppFiles, generatedFiles } from "./generated-files.js";

/** The options of the module, under the key `keyhold` of nuxt.config.ts. */
export interface ModuleOptions {
  /** The file with `auth`. Default "~~/server/lib/auth". */
  readonly auth: string;
  /** The file with `authClient`. Default "~/utils/auth-client": Nuxt imports from this folder automatically. */
  readonly client: string;
  /** The path of the routes: `basePath` of the auth and of the client. Default "/api/auth". */
  readonly basePath: string;
}

/**
 * The module of Nuxt: mounts the routes of the app's `auth`, and gives `sessionOf(event)` on the server and
 * `useSession()` in pages.
 *
 * @example export default defineNuxtConfig({ modules: ["@keyhold/nuxt"] });
 */
const keyholdModule: NuxtModule<ModuleOptions> = defineNuxtModule<ModuleOptions>({
  meta: { name: "@keyhold/nuxt", configKey: "keyhold", compatibility: { nuxt: ">=3.17" } },
  defaults: { auth: "~~/server/lib/auth", client: "~/utils/auth-client", basePath: "/api/auth" },
  setup({ auth, client, basePath }, { options: { vite } }) {
    const app: AppFiles = { auth: resolveAlias(auth), client: resolveAlias(client) };
    const write = (name: keyof typeof generatedFiles): string =>
      addTemplate({ filename: `keyhold/${name}.ts`, write: true, getContents: () => generatedFiles[name](app) }).dst;

    addServerHandler({ route: `${basePath}/**`, handler: write("handler"), lazy: true });
    addServerPlugin(write("server-plugin"));
    addServerImports([{ name: "sessionOf", from: write("session-of") }]);
    addImports({ name: "useSession", from: write("use-session") });
    addPlugin(write("plugin"));
    // Else Vite finds the dependency after the first page, and reloads that page.
    vite.optimizeDeps = { ...vite.optimizeDeps, include: [...(vite.optimizeDeps?.include ?? []), "@keyhold/client"] };
  },
});

// biome-ignore lint/style/noDefaultExport: Nuxt takes a module by the default export.
export default keyholdModule;
