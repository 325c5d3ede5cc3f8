import { createServer } from "vite";

/** The browser connects to Vite, which forwards `/api` to the server of main.ts. */
process.env.AUTH_URL ||= "http://localhost:5173";
await import("./main.ts");
const { completePage } = await import("./complete-page.ts");

const vite = await createServer({
  root: `${import.meta.dirname}/..`,
  plugins: [{ name: "complete-page", transformIndexHtml: completePage }],
});
await vite.listen();
