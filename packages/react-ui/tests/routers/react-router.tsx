import { AccountSettings, AuthUI, type LinkProps, ResetPassword, SignIn, SignUp } from "@keyhold/react-ui";
import { createBrowserRouter, Link, Outlet, useNavigate, useParams } from "react-router";
import { RouterProvider } from "react-router/dom";
import { authClient, useStepUp } from "./auth-client.ts";

const ScreenLink = ({ href, ...rest }: LinkProps) => <Link to={href} {...rest} />;

function Layout() {
  return (
    <AuthUI client={authClient} stepUp={useStepUp} navigate={useNavigate()} link={ScreenLink}>
      <Outlet />
    </AuthUI>
  );
}

const Account = () => <AccountSettings section={useParams().section} />;

const router = createBrowserRouter([
  {
    Component: Layout,
    children: [
      { path: "/sign-in", Component: SignIn },
      { path: "/sign-up", Component: SignUp },
      { path: "/reset-password", Component: ResetPassword },
      { path: "/account/:section?", Component: Account },
    ],
  },
]);

export const App = () => <RouterProvider router={router} />;
