import { AccountSettings, AuthUI, ResetPassword, SignIn, SignUp } from "@keyhold/react-ui";
import { authClient, useStepUp } from "./auth-client.ts";

const [, area, section] = location.pathname.split("/");

function Screen() {
  if (area === "sign-in") return <SignIn />;
  if (area === "sign-up") return <SignUp />;
  if (area === "reset-password") return <ResetPassword />;
  return <AccountSettings section={section} />;
}

export const App = () => (
  <AuthUI client={authClient} stepUp={useStepUp}>
    <Screen />
  </AuthUI>
);
