import { planMigration } from "@keyhold/adapter-sql";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { admin } from "@keyhold/admin";
import { createAuth } from "@keyhold/core";

export const database = sqlite(":memory:");

export const auth = createAuth({
  secret: "only for tests: 4f9b7c21d8e3a650",
  baseURL: "http://localhost:3000",
  database,
  plugins: [admin()],
});

export const createTables = async (): Promise<void> => (await planMigration(database, auth.schema)).apply();

/** The app: a function from request to response, as in Hono. */
export async function app(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/api/auth/")) return auth.handler(request);
  const found = await auth.session(request);
  if (!found) return new Response("Sign in first", { status: 401 });
  if (pathname === "/admin" && found.user.role !== "admin") return new Response("Forbidden", { status: 403 });
  return new Response(`Hello ${found.user.name}`);
}
