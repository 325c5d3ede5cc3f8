import { SignIn } from "@keyhold/react-ui";

export default function Page() {
  return <SignIn />;
}
