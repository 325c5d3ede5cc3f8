import type { RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { api } from "../every-plugin.ts";
import { type MeasuredScreen, measuredScreens } from "./screens.ts";

/** A file of a page, as sent. */
interface Sent {
  readonly type: string;
  readonly bytes: Buffer;
}

const sent = (type: string, text: string | Uint8Array): Sent => ({ type, bytes: gzipSync(text, { level: 9 }) });

/** The component of an app: a router of a few lines, and the screen. */
const appOf = ({ markup, plugins }: MeasuredScreen): string => `
  import { useSyncExternalStore } from "react";
  import { createAuthClient } from "@keyhold/react";
  import { AuthUI, ${/\w+/.exec(markup)?.[0]} } from "@keyhold/react-ui";
  ${Object.entries(plugins)
    .map(([name, path]) => `import { ${name} } from "${path}";`)
    .join("\n")}

  const client = createAuthClient({ plugins: [${Object.keys(plugins)
    .map((name) => `${name}()`)
    .join()}] });
  function listen(listener) {
    addEventListener("popstate", listener);
    return () => removeEventListener("popstate", listener);
  }
  function navigate(url, { replace }) {
    history[replace ? "replaceState" : "pushState"](null, "", url);
    dispatchEvent(new PopStateEvent("popstate"));
  }
  export function App(props) {
    const [, , section, id] = useSyncExternalStore(listen, () => location.pathname, () => "").split("/");
    return <AuthUI client={client} navigate={navigate} {...props}>${markup}</AuthUI>;
  }`;

const inBrowser = (screen: MeasuredScreen): string => `
  import "@keyhold/react-ui/styles.css";
  import { createRoot, hydrateRoot } from "react-dom/client";
  ${appOf(screen)}
  const root = document.getElementById("root");
  ${screen.isRendered ? "hydrateRoot(root, <App options={globalThis.options} />)" : "createRoot(root).render(<App />)"};`;

const onServer = (screen: MeasuredScreen): string => `
  import { renderToString } from "react-dom/server.edge";
  ${appOf(screen)}
  export const render = (options) => renderToString(<App options={options} search="" />);`;

const bundle = (program: string, isForBrowser: boolean) =>
  build({
    stdin: { contents: program, loader: "tsx", resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    minify: true,
    splitting: isForBrowser,
    format: "esm",
    jsx: "automatic",
    outdir: "out",
    entryNames: "page-[hash]",
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
    write: false,
  });

/** The files that are loaded with a file. */
const importedBy = (outputs: Metafile["outputs"], file: string): readonly string[] =>
  (outputs[file]?.imports ?? [])
    .filter(({ kind }) => kind === "import-statement")
    .flatMap(({ path }) => [path, ...importedBy(outputs, path)]);

/** The HTML inside of the root, and the script with the options. */
async function renderedParts(screen: MeasuredScreen): Promise<readonly [html: string, script: string]> {
  if (!screen.isRendered) return ["", ""];
  const { outputFiles } = await bundle(onServer(screen), false);
  const program = outputFiles.find(({ path }) => path.endsWith(".js"))?.text ?? "";
  const { render } = await import(`data:text/javascript;base64,${Buffer.from(program).toString("base64")}`);
  const options = await api.publicOptions();
  const json = JSON.stringify(options).replaceAll("<", "\\u003c");
  return [render(options), `<script>globalThis.options = ${json}</script>`];
}

/** The files of a page by their paths. */
async function filesOf(screen: MeasuredScreen): Promise<ReadonlyMap<string, Sent>> {
  const { outputFiles, metafile } = await bundle(inBrowser(screen), true);
  const entry = Object.keys(metafile.outputs).find((file) => metafile.outputs[file]?.entryPoint === "<stdin>") ?? "";
  const place = (file: string): string => `/assets${screen.path}/${file.replace(/^.*out\//, "")}`;
  const style = Object.keys(metafile.outputs).find((file) => file.endsWith(".css")) ?? "";
  const [html, script] = await renderedParts(screen);
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Tea Shop</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="${place(style)}">${[...new Set(importedBy(metafile.outputs, entry))]
    .map((file) => `<link rel="modulepreload" href="${place(file)}">`)
    .join("")}${script}
<script type="module" src="${place(entry)}"></script></head><body><main id="root">${html}</main></body></html>`;
  return new Map([
    [screen.path, sent("text/html; charset=utf-8", page)],
    ...outputFiles.map(({ path, contents }): [string, Sent] => [
      place(path),
      sent(path.endsWith(".css") ? "text/css" : "text/javascript", contents),
    ]),
  ]);
}

/** Serves a page for each measured screen: minified, compressed, with the production build of React. */
export async function serveProduction(): Promise<RequestListener> {
  const pages = await Promise.all(Object.values(measuredScreens).map(filesOf));
  const files = new Map(pages.flatMap((page) => [...page]));
  return (request, response) => {
    const file = files.get(request.url?.split("?", 1)[0] ?? "");
    if (!file) return response.writeHead(404).end();
    response.setHeader("content-type", file.type).setHeader("content-encoding", "gzip").end(file.bytes);
  };
}
