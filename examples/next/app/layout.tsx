import { SessionProvider } from "@keyhold/react/session-provider";
import type { ReactNode } from "react";
import { session } from "../auth.ts";
import { Greeting } from "./greeting.tsx";

export const metadata = { title: "Keyhold with Next.js" };

export default async function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <SessionProvider session={await session()}>
          <Greeting />
          {children}
        </SessionProvider>
      </body>
    </html>
  );
}
