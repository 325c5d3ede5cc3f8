import { AccountSettings, AuthUI, type LinkProps, ResetPassword, SignIn, SignUp } from "@keyhold/react-ui";
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
  useParams,
  useRouter,
} from "@tanstack/react-router";
import { authClient, useStepUp } from "./auth-client.ts";

// `href` has a query, and replaces `to`. Without `exact`, a link to "/account" is also active at "/account/email".
const ScreenLink = (props: LinkProps) => <Link to="." activeOptions={{ exact: true }} {...props} />;

function Layout() {
  const router = useRouter();
  return (
    <AuthUI
      client={authClient}
      stepUp={useStepUp}
      navigate={(url, { replace }) => router.navigate({ href: url, replace })}
      link={ScreenLink}
    >
      <Outlet />
    </AuthUI>
  );
}

const Account = () => <AccountSettings section={useParams({ strict: false }).section} />;

const root = createRootRoute({ component: Layout });
const getParentRoute = () => root;
const routeTree = root.addChildren([
  createRoute({ getParentRoute, path: "/sign-in", component: () => <SignIn /> }),
  createRoute({ getParentRoute, path: "/sign-up", component: () => <SignUp /> }),
  createRoute({ getParentRoute, path: "/reset-password", component: ResetPassword }),
  createRoute({ getParentRoute, path: "/account/{-$section}", component: Account }),
]);

const router = createRouter({ routeTree });

export const App = () => <RouterProvider router={router} />;
