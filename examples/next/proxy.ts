import { hasSessionCookie } from "@keyhold/next/proxy";
import { type NextRequest, NextResponse } from "next/server";

/** A hint for redirects: the page itself asks the database. */
export function proxy(request: NextRequest): NextResponse {
  if (hasSessionCookie(request, { secret: process.env.AUTH_SECRET })) return NextResponse.next();
  const target = request.nextUrl.clone();
  target.pathname = "/";
  return NextResponse.redirect(target);
}

export const config = { matcher: "/account/:path*" };
