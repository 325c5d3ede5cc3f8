import { OnRequest } from "@keyhold/next";
import { SessionProvider } from "@keyhold/react/session-provider";
import type { ReactNode } from "react";
import { session } from "../auth.ts";
import { Greeting } from "./greeting.tsx";

export const metadata = { title: "Keyhold with Next.js" };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <OnRequest read={session}>
          {(found) => (
            <SessionProvider session={found}>
              <Greeting />
              {children}
            </SessionProvider>
          )}
        </OnRequest>
      </body>
    </html>
  );
}
