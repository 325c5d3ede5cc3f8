import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Keeps the browser's own host name: the auth server accepts no other. */
const authServer = { target: `http://localhost:${process.env.PORT || 3000}`, changeOrigin: false };

/**
 * The style sheet before the programs, and at a higher priority: the browser paints the HTML of the server without a
 * program, and not without the style sheet.
 */
const stylesFirst: Plugin = {
  name: "styles-first",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      const styles = /^ *<link rel="stylesheet".*\n/gm;
      return html
        .replace(styles, "")
        .replace(/(<script type="module"|<link rel="modulepreload") crossorigin/g, '$1 crossorigin fetchpriority="low"')
        .replace(/^ *<script type="module"/m, (script) => (html.match(styles) ?? []).join("") + script);
    },
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), stylesFirst],
  build: isSsrBuild
    ? { outDir: "dist/server", copyPublicDir: false }
    : {
        outDir: "dist/client",
        manifest: true,
        // An inlined file would be a data: URL, which the page's Content-Security-Policy does not allow.
        assetsInlineLimit: 0,
      },
  // One file: packages of packages are not beside it.
  ssr: { noExternal: true },
  server: { port: 5173, strictPort: true, proxy: { "/api": authServer } },
}));
