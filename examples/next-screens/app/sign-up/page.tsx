import { SignUp } from "@keyhold/react-ui";

export default function Page() {
  return <SignUp />;
}
