import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addImports, addMembers, addTo } from "./add-to.js";
import { withServer } from "./templates/astro.js";
import { withModule } from "./templates/nuxt.js";
import { withRoutes } from "./templates/react-router.js";

test.each([
  ["call({\n  a: 1,\n});\n", 'call({\n  b: "x",\n  a: 1,\n});\n'],
  ["call({\n  a: 'y',\n})\n", "call({\n  b: 'x',\n  a: 'y',\n})\n"],
  ["call({ });\n", 'call({\n  b: "x",\n});\n'],
  ["call(options);\n", null],
])("members come first in the object of a call, in the quotes of the file: %j", (text, added) => {
  expect(addMembers(text, "call", ['b: "x"'])).toBe(added);
});

test.each([
  [
    "// @ts-check\nimport { b } from 'b';\n\nb();\n",
    "// @ts-check\nimport { b } from 'b';\nimport { a } from 'a';\n\nb();\n",
  ],
  ['import {\n  b,\n} from "b"\nb()\n', 'import {\n  b,\n} from "b"\nimport { a } from "a";\nb()\n'],
  ["b();\n", 'import { a } from "a";\n\nb();\n'],
])("imports come below the first import: %j", (text, added) => {
  expect(addImports(text, ['import { a } from "a";'])).toBe(added);
});

test("a file that is absent, or that has another form, is a step for the developer", () => {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-add-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const step = "Add it.";
  const left = { files: {}, added: [], steps: [step] };
  expect(addTo(folder, { paths: ["a.ts"], add: () => "b", step })).toEqual(left);
  writeFileSync(join(folder, "a.js"), "a");
  expect(addTo(folder, { paths: ["a.ts", "a.js"], add: () => null, step })).toEqual(left);
  expect(addTo(folder, { paths: ["a.ts", "a.js"], add: (text) => `${text}b`, step })).toEqual({
    files: { "a.js": "ab" },
    added: ["a.js"],
    steps: [],
  });
});

test.each([
  ["defineNuxtConfig({\n  ssr: true,\n})", 'defineNuxtConfig({\n  modules: ["@keyhold/nuxt"],\n  ssr: true,\n})'],
  ["defineNuxtConfig({ modules: [] })", 'defineNuxtConfig({ modules: ["@keyhold/nuxt"] })'],
  ["defineNuxtConfig({ modules: ['@nuxt/ui'] })", "defineNuxtConfig({ modules: ['@keyhold/nuxt', '@nuxt/ui'] })"],
  ['({\n  modules: [\n    "a",\n  ],\n})', '({\n  modules: [\n    "@keyhold/nuxt",\n    "a",\n  ],\n})'],
  ['({ modules: ["@keyhold/nuxt"] })', '({ modules: ["@keyhold/nuxt"] })'],
  ["export default {}", null],
])("the module of Nuxt is added to its config: %j", (text, added) => {
  expect(withModule(text)).toBe(added);
});

test.each([
  [
    'export default [index("home.tsx")] satisfies R;\n',
    'export default [index("home.tsx"), ...authRoutes] satisfies R;\n',
  ],
  ["export default [] satisfies R;\n", "export default [...authRoutes] satisfies R;\n"],
  [
    'export default [\n  route("a", "a.tsx", [\n    index("b.tsx"),\n  ]),\n];\n',
    'export default [\n  route("a", "a.tsx", [\n    index("b.tsx"),\n  ]),\n  ...authRoutes,\n];\n',
  ],
  ["export default flatRoutes();\n", null],
])("the routes of React Router are added to those of the app: %j", (text, added) => {
  const imported = 'import { authRoutes } from "./auth/routes";\n\n';
  expect(withRoutes(text)).toBe(added === null ? null : imported + added);
});

test("an app of Astro keeps its own output and adapter", () => {
  const own =
    'import { defineConfig } from "astro/config";\n\nexport default defineConfig({\n  output: "static",\n  adapter: own(),\n});\n';
  const changed = withServer(own) ?? "";
  expect(changed).toContain("process.loadEnvFile()");
  expect(changed).not.toContain("@astrojs/node");
  expect(changed).toContain('  output: "static",\n  adapter: own(),\n');
  expect(withServer(changed)).toBe(changed);
});
