import { Hono } from "hono";
import { auth } from "../email/auth.ts";

export const app = new Hono();
app.on(["GET", "POST"], "/api/auth/*", async (c) => {
  const answer = await auth.handler(c.req.raw);
  // If a middleware has set a cookie, Hono drops the cookies of an answer that are not in the context, too.
  for (const line of answer.headers.getSetCookie()) c.header("Set-Cookie", line, { append: true });
  return answer;
});
app.get("/api/orders", async (c) => {
  const found = await auth.session(c.req.raw);
  return found ? c.text(`Orders of ${found.user.name}`) : c.text("Sign in first", 401);
});
