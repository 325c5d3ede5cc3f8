import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { type Added, addMembers, addTo, allAdded } from "../add-to.js";
import type { Choices } from "../choices.js";
import type { Project } from "../project.js";
import type { Template } from "../template.js";
import { authModule } from "./auth.js";
import { nuxtClient, nuxtPages } from "./nuxt-pages.js";

/** Nuxt: the config, the module in nuxt.config, the client, and the page /sign-in. */
export function nuxtTemplate(project: Project, choices: Choices): Template {
  const { folder } = project;
  const { isTypeScript } = choices;
  const { path: _, ...auth } = authModule(project, choices, { folder: "server/lib", isBundled: true });
  const source = existsSync(join(folder, "app")) ? "app" : "";
  const hasPages = existsSync(join(folder, source, "pages"));
  const added = allAdded([addModule(folder), ...(hasPages ? [] : [showPages(folder, source)])]);
  const pages = Object.entries({
    [`utils/auth-client.${isTypeScript ? "ts" : "js"}`]: nuxtClient,
    ...nuxtPages(isTypeScript, hasPages),
  });
  return {
    ...auth,
    files: {
      ...auth.files,
      ...added.files,
      ...Object.fromEntries(pages.map(([path, text]) => [posix.join(source, path), text])),
    },
    added: added.added,
    scripts: {},
    dependencies: [...auth.dependencies, "@keyhold/nuxt", "@keyhold/client"],
    // The config reads process.env.
    devDependencies: [...auth.devDependencies, ...(isTypeScript ? ["@types/node"] : [])],
    steps: [...auth.steps, ...added.steps],
    start: "dev",
    page: "/sign-in",
  };
}

const addModule = (folder: string): Added =>
  addTo(folder, {
    paths: ["nuxt.config.ts", "nuxt.config.js", "nuxt.config.mjs"],
    add: withModule,
    step: 'Add "@keyhold/nuxt" to `modules` of nuxt.config.ts.',
  });

/** The config of Nuxt with the module. */
export function withModule(text: string): string | null {
  if (text.includes("@keyhold/nuxt")) return text;
  const quote = text.includes("'") ? "'" : '"';
  const list = /\bmodules:\s*\[(\s*)/.exec(text);
  if (list === null) return addMembers(text, "defineNuxtConfig", ['modules: ["@keyhold/nuxt"]']);
  const [start, space = ""] = list;
  const isEmpty = text.slice(list.index + start.length).startsWith("]");
  return text.replace(start, `${start}${quote}@keyhold/nuxt${quote}${isEmpty ? "" : `,${space || " "}`}`);
}

/** An app without pages shows the component of the framework that welcomes the developer. */
const showPages = (folder: string, source: string): Added =>
  addTo(folder, {
    paths: [posix.join(source, "app.vue")],
    add: (text) => {
      if (text.includes("<NuxtPage")) return text;
      return text.includes("<NuxtWelcome />") ? text.replace("<NuxtWelcome />", "<NuxtPage />") : null;
    },
    step: `Add <NuxtPage /> to ${posix.join(source, "app.vue")}: it shows the pages.`,
  });
