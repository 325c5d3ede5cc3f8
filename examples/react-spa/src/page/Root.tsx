import { SessionProvider } from "@keyhold/react/session-provider";
import { AuthUI } from "@keyhold/react-ui";
import { StrictMode } from "react";
import { App } from "../App.tsx";
import { authClient, useStepUp } from "../auth-client.ts";
import { MailboxLink } from "../mailbox/MailboxLink.tsx";
import { navigate } from "../router.tsx";
import { type Page, PageContext } from "./page.ts";

/** The page, in the browser and on the server. */
export function Root({ page }: { readonly page: Page }) {
  const { known } = page;
  return (
    <StrictMode>
      <PageContext value={page}>
        {known ? (
          <SessionProvider session={known.session}>
            <Screens page={page} />
          </SessionProvider>
        ) : (
          <Screens page={page} />
        )}
      </PageContext>
    </StrictMode>
  );
}

const Screens = ({ page: { known } }: { readonly page: Page }) => (
  <AuthUI
    client={authClient}
    {...(known && { options: known.options })}
    stepUp={useStepUp}
    navigate={(url, { replace }) => navigate(url, replace)}
    onScreen={(title) => {
      document.title = `${title} · Keyhold example`;
    }}
    texts={texts}
    emailHint={<MailboxLink />}
  >
    <App />
  </AuthUI>
);

const texts = {
  apiKeys: { permissions: { "goods:read": "Read the goods" } },
  device: { scopes: { goods: "Read the goods" } },
};
