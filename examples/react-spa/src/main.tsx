import "@fontsource-variable/inter/wght.css";
import "@keyhold/react-ui/styles.css";
import { AuthUI } from "@keyhold/react-ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { authClient, useStepUp } from "./auth-client.ts";
import { MailboxLink } from "./mailbox/MailboxLink.tsx";
import { navigate } from "./router.tsx";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AuthUI
        client={authClient}
        stepUp={useStepUp}
        navigate={(url, { replace }) => navigate(url, replace)}
        onScreen={(title) => {
          document.title = `${title} · Keyhold example`;
        }}
        texts={{
          apiKeys: { permissions: { "goods:read": "Read the goods" } },
          device: { scopes: { goods: "Read the goods" } },
        }}
        emailHint={<MailboxLink />}
      >
        <App />
      </AuthUI>
    </StrictMode>,
  );
}
