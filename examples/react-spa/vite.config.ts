import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Keeps the browser's own host name: the auth server accepts no other. */
const authServer = { target: `http://localhost:${process.env.PORT || 3000}`, changeOrigin: false };

export default defineConfig({
  plugins: [react()],
  // An inlined file would be a data: URL, which the page's Content-Security-Policy does not allow.
  build: { assetsInlineLimit: 0 },
  server: { port: 5173, strictPort: true, proxy: { "/api": authServer } },
});
