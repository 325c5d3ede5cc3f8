import "@keyhold/react-ui/styles.css";
import { SessionProvider } from "@keyhold/react/session-provider";
import { ImpersonationBar } from "@keyhold/react-ui";
import { matchLanguage } from "@keyhold/react-ui/texts/match-language";
import { headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { auth, session } from "../auth.ts";
import { languages } from "../languages.ts";
import { Header } from "./header.tsx";
import { Screens } from "./screens.tsx";

export const metadata = { title: "Tea Shop" };

export default async function Layout({ children }: { readonly children: ReactNode }) {
  // A build has no database and no secret.
  await connection();
  const preferred = (await headers()).get("accept-language");
  const { locale } = matchLanguage(preferred, languages) ?? { locale: "en" };
  return (
    <html
      lang={locale}
      dir={locale === "ar" ? "rtl" : "ltr"}
      style={{ colorScheme: "light dark", fontFamily: "system-ui" }}
    >
      <body>
        <SessionProvider session={await session()}>
          <Screens locale={locale} options={await auth.api.publicOptions()}>
            <Header />
            <main>{children}</main>
            <ImpersonationBar />
          </Screens>
        </SessionProvider>
      </body>
    </html>
  );
}
