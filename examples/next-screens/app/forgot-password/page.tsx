import { ForgotPassword } from "@keyhold/react-ui";

export default function Page() {
  return <ForgotPassword />;
}
