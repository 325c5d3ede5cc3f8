import { Hono } from "hono";
import { auth } from "../email/auth.ts";

export const app = new Hono();
app.on(["GET", "POST"], "/api/auth/*", (c) => auth.handler(c.req.raw));
app.get("/api/orders", async (c) => {
  const found = await auth.session(c.req.raw);
  return found ? c.text(`Orders of ${found.user.name}`) : c.text("Sign in first", 401);
});
